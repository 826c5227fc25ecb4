target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define dso_local void @__chv_thread(ptr noundef %args) #0 {
entry:
  %args.addr = alloca ptr, align 8
  store ptr %args, ptr %args.addr, align 8, !tbaa !6
  %0 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx = getelementptr inbounds ptr, ptr %0, i64 0
  %1 = load ptr, ptr %arrayidx, align 8, !tbaa !9
  %2 = load ptr, ptr %1, align 8, !tbaa !10
  %3 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx1 = getelementptr inbounds ptr, ptr %3, i64 1
  %4 = load ptr, ptr %arrayidx1, align 8, !tbaa !9
  %5 = load ptr, ptr %4, align 8, !tbaa !10
  call void @_ZL1kPViPi(ptr noundef %2, ptr noundef %5) #2
  ret void
}

define internal void @_ZL1kPViPi(ptr noundef %flag, ptr noundef %out) #0 {
entry:
  %flag.addr = alloca ptr, align 8
  %out.addr = alloca ptr, align 8
  store ptr %flag, ptr %flag.addr, align 8, !tbaa !10
  store ptr %out, ptr %out.addr, align 8, !tbaa !10
  %call = call i32 @__chv_tid_x() #3
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %if.else

if.then:                                          ; preds = %entry
  br label %while.cond

while.cond:                                       ; preds = %while.body, %if.then
  %0 = load ptr, ptr %flag.addr, align 8, !tbaa !10
  %1 = load volatile i32, ptr %0, align 4, !tbaa !2
  %cmp1 = icmp eq i32 %1, 0
  br i1 %cmp1, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  br label %while.cond, !llvm.loop !12

while.end:                                        ; preds = %while.cond
  %2 = load ptr, ptr %flag.addr, align 8, !tbaa !10
  %3 = load volatile i32, ptr %2, align 4, !tbaa !2
  %add = add nsw i32 %3, 1
  %4 = load ptr, ptr %out.addr, align 8, !tbaa !10
  %arrayidx = getelementptr inbounds i32, ptr %4, i64 0
  store i32 %add, ptr %arrayidx, align 4, !tbaa !2
  br label %if.end

if.else:                                          ; preds = %entry
  %5 = load ptr, ptr %out.addr, align 8, !tbaa !10
  %arrayidx2 = getelementptr inbounds i32, ptr %5, i64 1
  store i32 5, ptr %arrayidx2, align 4, !tbaa !2
  %6 = load ptr, ptr %flag.addr, align 8, !tbaa !10
  store volatile i32 41, ptr %6, align 4, !tbaa !2
  br label %if.end

if.end:                                           ; preds = %if.else, %while.end
  ret void
}

declare i32 @__chv_tid_x() #1

attributes #0 = { convergent mustprogress nounwind "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #1 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #2 = { convergent nounwind }
attributes #3 = { convergent nounwind willreturn memory(none) }

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
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
