#include "redefinition/friends.h"
#include "redefinition/template_instances.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace chv {

void Friends::note(NamedDecl &D) {
  auto *Template = dyn_cast<ClassTemplateDecl>(&D);
  if (auto *Class = Template ? Template->getTemplatedDecl() : dyn_cast<CXXRecordDecl>(&D); Class && Known.isOfSession(D))
    Session.Classes.insert(cast<CXXRecordDecl>(Class->getCanonicalDecl()));
}

static bool names(const FriendDecl &Friend, const NamedDecl &Class) {
  if (const TypeSourceInfo *Type = Friend.getFriendType()) {
    const TagDecl *Named = Type->getType()->getAsTagDecl();
    return Named && Named->getCanonicalDecl() == Class.getCanonicalDecl();
  }
  const NamedDecl *Named = Friend.getFriendDecl();
  return Named && Named->getCanonicalDecl() == Class.getCanonicalDecl();
}

static void befriend(ASTContext &Context, CXXRecordDecl &Class, NamedDecl &Friend) {
  SourceLocation Where = Friend.getLocation();
  FriendDecl::FriendUnion Named = &Friend;
  if (auto *Type = dyn_cast<CXXRecordDecl>(&Friend))
    Named = Context.getTrivialTypeSourceInfo(Context.getCanonicalTagType(Type), Where);
  FriendDecl *Made = FriendDecl::Create(Context, &Class, Where, Named, Where);
  Made->setAccess(AS_public);
  Class.addDecl(Made);
}

void Friends::keep(NamedDecl &New, const NamedDecl &Old) {
  if (!isa<CXXRecordDecl, ClassTemplateDecl>(New) || New.getKind() != Old.getKind())
    return;
  auto isOld = [&](const FriendDecl *Friend) { return names(*Friend, Old); };
  for (CXXRecordDecl *Class : Session.Classes) {
    CXXRecordDecl *Definition = Class->getDefinition();
    if (!Definition || Definition->isBeingDefined() || !Definition->hasFriends() || llvm::none_of(Definition->friends(), isOld))
      continue;
    for (CXXRecordDecl *Instance : instancesOf(*Definition))
      befriend(Context, *Instance, New);
    befriend(Context, *Definition, New);
  }
}

} // namespace chv
