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
  %5 = load ptr, ptr %4, align 8, !tbaa !12
  %6 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx2 = getelementptr inbounds ptr, ptr %6, i64 2
  %7 = load ptr, ptr %arrayidx2, align 8, !tbaa !9
  %8 = load i32, ptr %7, align 4, !tbaa !2
  %9 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx3 = getelementptr inbounds ptr, ptr %9, i64 3
  %10 = load ptr, ptr %arrayidx3, align 8, !tbaa !9
  %11 = load ptr, ptr %10, align 8, !tbaa !14
  %12 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx4 = getelementptr inbounds ptr, ptr %12, i64 4
  %13 = load ptr, ptr %arrayidx4, align 8, !tbaa !9
  %14 = load ptr, ptr %13, align 8, !tbaa !12
  call void @_ZL1kPyPiiPKdS0_(ptr noundef %2, ptr noundef %5, i32 noundef %8, ptr noundef %11, ptr noundef %14) #2
  ret void
}

define internal void @_ZL1kPyPiiPKdS0_(ptr noundef %sum, ptr noundef %next, i32 noundef %n, ptr noundef %in, ptr noundef %order) #0 {
entry:
  %sum.addr = alloca ptr, align 8
  %next.addr = alloca ptr, align 8
  %n.addr = alloca i32, align 4
  %in.addr = alloca ptr, align 8
  %order.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  %old = alloca i64, align 8
  %assumed = alloca i64, align 8
  %v = alloca double, align 8
  %.atomictmp1 = alloca i64, align 8
  %cmpxchg.bool = alloca i8, align 1
  %j = alloca i32, align 4
  %at = alloca i32, align 4
  %.atomictmp5 = alloca i32, align 4
  %atomic-temp6 = alloca i32, align 4
  store ptr %sum, ptr %sum.addr, align 8, !tbaa !10
  store ptr %next, ptr %next.addr, align 8, !tbaa !12
  store i32 %n, ptr %n.addr, align 4, !tbaa !2
  store ptr %in, ptr %in.addr, align 8, !tbaa !14
  store ptr %order, ptr %order.addr, align 8, !tbaa !12
  call void @llvm.lifetime.start.p0(ptr %i) #3
  br label %while.cond

while.cond:                                       ; preds = %for.end, %entry
  %0 = load ptr, ptr %next.addr, align 8, !tbaa !12
  store i32 1, ptr %.atomictmp, align 4, !tbaa !2
  %1 = load i32, ptr %.atomictmp, align 4
  %2 = atomicrmw add ptr %0, i32 %1 monotonic, align 4
  store i32 %2, ptr %atomic-temp, align 4
  %3 = load i32, ptr %atomic-temp, align 4, !tbaa !2
  store i32 %3, ptr %i, align 4, !tbaa !2
  %4 = load i32, ptr %n.addr, align 4, !tbaa !2
  %cmp = icmp slt i32 %3, %4
  br i1 %cmp, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  call void @llvm.lifetime.start.p0(ptr %old) #3
  %5 = load ptr, ptr %sum.addr, align 8, !tbaa !10
  %6 = load i64, ptr %5, align 8, !tbaa !16
  store i64 %6, ptr %old, align 8, !tbaa !16
  call void @llvm.lifetime.start.p0(ptr %assumed) #3
  br label %do.body

do.body:                                          ; preds = %do.cond, %while.body
  %7 = load i64, ptr %old, align 8, !tbaa !16
  store i64 %7, ptr %assumed, align 8, !tbaa !16
  call void @llvm.lifetime.start.p0(ptr %v) #3
  %8 = load double, ptr %assumed, align 8, !tbaa !18
  %9 = load ptr, ptr %in.addr, align 8, !tbaa !14
  %10 = load i32, ptr %i, align 4, !tbaa !2
  %idxprom = sext i32 %10 to i64
  %arrayidx = getelementptr inbounds double, ptr %9, i64 %idxprom
  %11 = load double, ptr %arrayidx, align 8, !tbaa !19
  %add = fadd contract double %8, %11
  store double %add, ptr %v, align 8, !tbaa !19
  %12 = load ptr, ptr %sum.addr, align 8, !tbaa !10
  %13 = load i64, ptr %v, align 8, !tbaa !18
  store i64 %13, ptr %.atomictmp1, align 8, !tbaa !16
  %14 = load i64, ptr %old, align 8
  %15 = load i64, ptr %.atomictmp1, align 8
  %16 = cmpxchg ptr %12, i64 %14, i64 %15 monotonic monotonic, align 8
  %17 = extractvalue { i64, i1 } %16, 0
  %18 = extractvalue { i64, i1 } %16, 1
  br i1 %18, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %do.body
  store i64 %17, ptr %old, align 8
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %do.body
  %storedv = zext i1 %18 to i8
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !tbaa !21
  %19 = load i8, ptr %cmpxchg.bool, align 1, !tbaa !21, !range !23, !noundef !24
  %loadedv = trunc i8 %19 to i1
  call void @llvm.lifetime.end.p0(ptr %v) #3
  br label %do.cond

do.cond:                                          ; preds = %cmpxchg.continue
  %20 = load i64, ptr %assumed, align 8, !tbaa !16
  %21 = load i64, ptr %old, align 8, !tbaa !16
  %cmp2 = icmp ne i64 %20, %21
  br i1 %cmp2, label %do.body, label %do.end, !llvm.loop !25

do.end:                                           ; preds = %do.cond
  call void @llvm.lifetime.start.p0(ptr %j) #3
  store i32 0, ptr %j, align 4, !tbaa !2
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %do.end
  %22 = load i32, ptr %j, align 4, !tbaa !2
  %cmp3 = icmp slt i32 %22, 3
  br i1 %cmp3, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %j) #3
  br label %for.end

for.body:                                         ; preds = %for.cond
  call void @llvm.lifetime.start.p0(ptr %at) #3
  %23 = load ptr, ptr %order.addr, align 8, !tbaa !12
  %arrayidx4 = getelementptr inbounds i32, ptr %23, i64 0
  store i32 1, ptr %.atomictmp5, align 4, !tbaa !2
  %24 = load i32, ptr %.atomictmp5, align 4
  %25 = atomicrmw add ptr %arrayidx4, i32 %24 monotonic, align 4
  store i32 %25, ptr %atomic-temp6, align 4
  %26 = load i32, ptr %atomic-temp6, align 4, !tbaa !2
  store i32 %26, ptr %at, align 4, !tbaa !2
  %27 = load i32, ptr %at, align 4, !tbaa !2
  %cmp7 = icmp slt i32 %27, 5
  br i1 %cmp7, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %28 = load i32, ptr %i, align 4, !tbaa !2
  %29 = load ptr, ptr %order.addr, align 8, !tbaa !12
  %30 = load i32, ptr %at, align 4, !tbaa !2
  %add8 = add nsw i32 %30, 1
  %idxprom9 = sext i32 %add8 to i64
  %arrayidx10 = getelementptr inbounds i32, ptr %29, i64 %idxprom9
  store i32 %28, ptr %arrayidx10, align 4, !tbaa !2
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  call void @llvm.lifetime.end.p0(ptr %at) #3
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %31 = load i32, ptr %j, align 4, !tbaa !2
  %inc = add nsw i32 %31, 1
  store i32 %inc, ptr %j, align 4, !tbaa !2
  br label %for.cond, !llvm.loop !27

for.end:                                          ; preds = %for.cond.cleanup
  call void @llvm.lifetime.end.p0(ptr %assumed) #3
  call void @llvm.lifetime.end.p0(ptr %old) #3
  br label %while.cond, !llvm.loop !28

while.end:                                        ; preds = %while.cond
  call void @llvm.lifetime.end.p0(ptr %i) #3
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

attributes #0 = { convergent mustprogress nounwind "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent nounwind }
attributes #3 = { nounwind }

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
!11 = !{!"p1 long long", !8, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"p1 int", !8, i64 0}
!14 = !{!15, !15, i64 0}
!15 = !{!"p1 double", !8, i64 0}
!16 = !{!17, !17, i64 0}
!17 = !{!"long long", !4, i64 0}
!18 = !{!4, !4, i64 0}
!19 = !{!20, !20, i64 0}
!20 = !{!"double", !4, i64 0}
!21 = !{!22, !22, i64 0}
!22 = !{!"bool", !4, i64 0}
!23 = !{i8 0, i8 2}
!24 = !{}
!25 = distinct !{!25, !26}
!26 = !{!"llvm.loop.mustprogress"}
!27 = distinct !{!27, !26}
!28 = distinct !{!28, !26}
