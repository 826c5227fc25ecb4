; A host cell with thread-local variables, one of them zero:
;   thread_local int first = 3; static thread_local long second; int total;
;   extern "C" void chv_entry() { total = ++first + (second += 10); }
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@first = thread_local global i32 3, align 4
@second = internal thread_local global i64 0, align 8
@total = global i32 0, align 4

declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)

define void @chv_entry() #0 {
entry:
  %first.at = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @first)
  %first = load i32, ptr %first.at, align 4
  %first.next = add nsw i32 %first, 1
  store i32 %first.next, ptr %first.at, align 4
  %second.at = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @second)
  %second = load i64, ptr %second.at, align 8
  %second.next = add nsw i64 %second, 10
  store i64 %second.next, ptr %second.at, align 8
  %second.int = trunc i64 %second.next to i32
  %sum = add nsw i32 %first.next, %second.int
  store i32 %sum, ptr @total, align 4
  ret void
}

attributes #0 = { mustprogress nounwind "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
