target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define dso_local noundef i32 @_Z3fibi(i32 noundef %n) #0 {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4, !tbaa !2
  %0 = load i32, ptr %n.addr, align 4, !tbaa !2
  %cmp = icmp slt i32 %0, 2
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:                                        ; preds = %entry
  %1 = load i32, ptr %n.addr, align 4, !tbaa !2
  %call = call i32 @__chv_tid_x() #2
  %add = add nsw i32 %1, %call
  br label %cond.end

cond.false:                                       ; preds = %entry
  %2 = load i32, ptr %n.addr, align 4, !tbaa !2
  %sub = sub nsw i32 %2, 1
  %call1 = call noundef i32 @_Z3fibi(i32 noundef %sub) #3
  %3 = load i32, ptr %n.addr, align 4, !tbaa !2
  %sub2 = sub nsw i32 %3, 2
  %call3 = call noundef i32 @_Z3fibi(i32 noundef %sub2) #3
  %add4 = add nsw i32 %call1, %call3
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ %add, %cond.true ], [ %add4, %cond.false ]
  ret i32 %cond
}

declare i32 @__chv_tid_x() #1

define dso_local void @__chv_thread(ptr noundef %args) #0 {
entry:
  %args.addr = alloca ptr, align 8
  store ptr %args, ptr %args.addr, align 8, !tbaa !6
  %0 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx = getelementptr inbounds ptr, ptr %0, i64 0
  %1 = load ptr, ptr %arrayidx, align 8, !tbaa !9
  %2 = load i32, ptr %1, align 4, !tbaa !2
  %3 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx1 = getelementptr inbounds ptr, ptr %3, i64 1
  %4 = load ptr, ptr %arrayidx1, align 8, !tbaa !9
  %5 = load ptr, ptr %4, align 8, !tbaa !10
  call void @_ZL1kiPi(i32 noundef %2, ptr noundef %5) #3
  ret void
}

define internal void @_ZL1kiPi(i32 noundef %n, ptr noundef %out) #0 {
entry:
  %n.addr = alloca i32, align 4
  %out.addr = alloca ptr, align 8
  store i32 %n, ptr %n.addr, align 4, !tbaa !2
  store ptr %out, ptr %out.addr, align 8, !tbaa !10
  %0 = load i32, ptr %n.addr, align 4, !tbaa !2
  %call = call noundef i32 @_Z3fibi(i32 noundef %0) #3
  %1 = load ptr, ptr %out.addr, align 8, !tbaa !10
  %call1 = call i32 @__chv_tid_x() #2
  %idxprom = zext i32 %call1 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %1, i64 %idxprom
  store i32 %call, ptr %arrayidx, align 4, !tbaa !2
  ret void
}

attributes #0 = { convergent mustprogress nounwind "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #1 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #2 = { convergent nounwind willreturn memory(none) }
attributes #3 = { convergent nounwind }

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
