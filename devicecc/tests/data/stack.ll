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
  call void @_ZL1kPKiPi(ptr noundef %2, ptr noundef %5) #3
  ret void
}

define internal void @_ZL1kPKiPi(ptr noundef %in, ptr noundef %out) #0 {
entry:
  %in.addr = alloca ptr, align 8
  %out.addr = alloca ptr, align 8
  %slot = alloca [8 x i32], align 16
  %t = alloca i32, align 4
  %i = alloca i32, align 4
  store ptr %in, ptr %in.addr, align 8, !tbaa !10
  store ptr %out, ptr %out.addr, align 8, !tbaa !10
  call void @llvm.lifetime.start.p0(ptr %slot) #4
  call void @llvm.lifetime.start.p0(ptr %t) #4
  %call = call i32 @__chv_tid_x() #5
  store i32 %call, ptr %t, align 4, !tbaa !2
  call void @llvm.lifetime.start.p0(ptr %i) #4
  store i32 0, ptr %i, align 4, !tbaa !2
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !tbaa !2
  %cmp = icmp slt i32 %0, 8
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %i) #4
  br label %for.end

for.body:                                         ; preds = %for.cond
  %1 = load ptr, ptr %in.addr, align 8, !tbaa !10
  %2 = load i32, ptr %i, align 4, !tbaa !2
  %idxprom = sext i32 %2 to i64
  %arrayidx = getelementptr inbounds i32, ptr %1, i64 %idxprom
  %3 = load i32, ptr %arrayidx, align 4, !tbaa !2
  %4 = load i32, ptr %t, align 4, !tbaa !2
  %add = add i32 %3, %4
  %5 = load i32, ptr %i, align 4, !tbaa !2
  %idxprom1 = sext i32 %5 to i64
  %arrayidx2 = getelementptr inbounds [8 x i32], ptr %slot, i64 0, i64 %idxprom1
  store i32 %add, ptr %arrayidx2, align 4, !tbaa !2
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %6 = load i32, ptr %i, align 4, !tbaa !2
  %inc = add nsw i32 %6, 1
  store i32 %inc, ptr %i, align 4, !tbaa !2
  br label %for.cond, !llvm.loop !12

for.end:                                          ; preds = %for.cond.cleanup
  %7 = load i32, ptr %t, align 4, !tbaa !2
  %8 = load ptr, ptr %in.addr, align 8, !tbaa !10
  %arrayidx3 = getelementptr inbounds i32, ptr %8, i64 8
  %9 = load i32, ptr %arrayidx3, align 4, !tbaa !2
  %and = and i32 %9, 7
  %idxprom4 = sext i32 %and to i64
  %arrayidx5 = getelementptr inbounds [8 x i32], ptr %slot, i64 0, i64 %idxprom4
  store i32 %7, ptr %arrayidx5, align 4, !tbaa !2
  %10 = load ptr, ptr %in.addr, align 8, !tbaa !10
  %arrayidx6 = getelementptr inbounds i32, ptr %10, i64 9
  %11 = load i32, ptr %arrayidx6, align 4, !tbaa !2
  %and7 = and i32 %11, 7
  %idxprom8 = sext i32 %and7 to i64
  %arrayidx9 = getelementptr inbounds [8 x i32], ptr %slot, i64 0, i64 %idxprom8
  %12 = load i32, ptr %arrayidx9, align 4, !tbaa !2
  %mul = mul nsw i32 %12, 2
  %13 = load ptr, ptr %in.addr, align 8, !tbaa !10
  %arrayidx10 = getelementptr inbounds i32, ptr %13, i64 8
  %14 = load i32, ptr %arrayidx10, align 4, !tbaa !2
  %and11 = and i32 %14, 7
  %idxprom12 = sext i32 %and11 to i64
  %arrayidx13 = getelementptr inbounds [8 x i32], ptr %slot, i64 0, i64 %idxprom12
  %15 = load i32, ptr %arrayidx13, align 4, !tbaa !2
  %add14 = add nsw i32 %mul, %15
  %16 = load ptr, ptr %out.addr, align 8, !tbaa !10
  %17 = load i32, ptr %t, align 4, !tbaa !2
  %idxprom15 = zext i32 %17 to i64
  %arrayidx16 = getelementptr inbounds nuw i32, ptr %16, i64 %idxprom15
  store i32 %add14, ptr %arrayidx16, align 4, !tbaa !2
  call void @llvm.lifetime.end.p0(ptr %t) #4
  call void @llvm.lifetime.end.p0(ptr %slot) #4
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
!12 = distinct !{!12, !13}
!13 = !{!"llvm.loop.mustprogress"}
