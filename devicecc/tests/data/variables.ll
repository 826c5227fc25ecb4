target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@__chv_var_0 = external global [64 x i32], align 16
@__chv_var_1 = external global i32, align 4

define dso_local void @__chv_thread(ptr noundef %args) #0 {
entry:
  %args.addr = alloca ptr, align 8
  store ptr %args, ptr %args.addr, align 8, !tbaa !6
  %0 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx = getelementptr inbounds ptr, ptr %0, i64 0
  %1 = load ptr, ptr %arrayidx, align 8, !tbaa !9
  %2 = load i32, ptr %1, align 4, !tbaa !2
  call void @_ZL1ki(i32 noundef %2) #3
  ret void
}

define internal void @_ZL1ki(i32 noundef %which) #0 {
entry:
  %which.addr = alloca i32, align 4
  %base = alloca ptr, align 8
  %t = alloca i32, align 4
  store i32 %which, ptr %which.addr, align 4, !tbaa !2
  call void @llvm.lifetime.start.p0(ptr %base) #4
  %0 = load i32, ptr %which.addr, align 4, !tbaa !2
  %tobool = icmp ne i32 %0, 0
  %1 = zext i1 %tobool to i64
  %cond = select i1 %tobool, ptr getelementptr inbounds ([64 x i32], ptr @__chv_var_0, i64 0, i64 32), ptr @__chv_var_1
  store ptr %cond, ptr %base, align 8, !tbaa !10
  call void @llvm.lifetime.start.p0(ptr %t) #4
  %call = call i32 @__chv_tid_x() #5
  store i32 %call, ptr %t, align 4, !tbaa !2
  %2 = load i32, ptr %t, align 4, !tbaa !2
  %3 = load i32, ptr @__chv_var_1, align 4, !tbaa !2
  %mul = mul i32 %2, %3
  %4 = load i32, ptr %t, align 4, !tbaa !2
  %idxprom = zext i32 %4 to i64
  %arrayidx = getelementptr inbounds nuw [64 x i32], ptr @__chv_var_0, i64 0, i64 %idxprom
  store i32 %mul, ptr %arrayidx, align 4, !tbaa !2
  %5 = load i32, ptr %t, align 4, !tbaa !2
  %cmp = icmp eq i32 %5, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %6 = load ptr, ptr %base, align 8, !tbaa !10
  %7 = load i32, ptr %which.addr, align 4, !tbaa !2
  %tobool1 = icmp ne i32 %7, 0
  %8 = zext i1 %tobool1 to i64
  %cond2 = select i1 %tobool1, i32 3, i32 0
  %idxprom3 = sext i32 %cond2 to i64
  %arrayidx4 = getelementptr inbounds i32, ptr %6, i64 %idxprom3
  %9 = load i32, ptr %arrayidx4, align 4, !tbaa !2
  %add = add nsw i32 %9, 1000
  store i32 %add, ptr %arrayidx4, align 4, !tbaa !2
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  call void @llvm.lifetime.end.p0(ptr %t) #4
  call void @llvm.lifetime.end.p0(ptr %base) #4
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare i32 @__chv_tid_x() #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

attributes #0 = { convergent mustprogress nounwind "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #3 = { convergent nounwind }
attributes #4 = { nounwind }
attributes #5 = { convergent nounwind willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"omnipotent char", !5, i64 0}
!5 = !{!"Simple C++ TBAA"}
!6 = !{!7, !7, i64 0}
!7 = !{!"any p2 pointer", !8, i64 0}
!8 = !{!"any pointer", !4, i64 0}
!9 = !{!8, !8, i64 0}
!10 = !{!11, !11, i64 0}
!11 = !{!"p1 int", !8, i64 0}
