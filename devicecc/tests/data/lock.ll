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
  call void @_ZL1kPiS_(ptr noundef %2, ptr noundef %5) #2
  ret void
}

define internal void @_ZL1kPiS_(ptr noundef %lock, ptr noundef %count) #0 {
entry:
  %lock.addr = alloca ptr, align 8
  %count.addr = alloca ptr, align 8
  %done = alloca i8, align 1
  %zero = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  %.atomictmp2 = alloca i32, align 4
  store ptr %lock, ptr %lock.addr, align 8, !tbaa !10
  store ptr %count, ptr %count.addr, align 8, !tbaa !10
  call void @llvm.lifetime.start.p0(ptr %done) #3
  store i8 0, ptr %done, align 1, !tbaa !12
  br label %while.cond

while.cond:                                       ; preds = %if.end, %entry
  %0 = load i8, ptr %done, align 1, !tbaa !12, !range !14, !noundef !15
  %loadedv = trunc i8 %0 to i1
  %lnot = xor i1 %loadedv, true
  br i1 %lnot, label %while.body, label %while.end

while.body:                                       ; preds = %while.cond
  call void @llvm.lifetime.start.p0(ptr %zero) #3
  store i32 0, ptr %zero, align 4, !tbaa !2
  %1 = load ptr, ptr %lock.addr, align 8, !tbaa !10
  store i32 1, ptr %.atomictmp, align 4, !tbaa !2
  %2 = load i32, ptr %zero, align 4
  %3 = load i32, ptr %.atomictmp, align 4
  %4 = cmpxchg ptr %1, i32 %2, i32 %3 acquire monotonic, align 4
  %5 = extractvalue { i32, i1 } %4, 0
  %6 = extractvalue { i32, i1 } %4, 1
  br i1 %6, label %cmpxchg.continue, label %cmpxchg.store_expected

cmpxchg.store_expected:                           ; preds = %while.body
  store i32 %5, ptr %zero, align 4
  br label %cmpxchg.continue

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %while.body
  %storedv = zext i1 %6 to i8
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !tbaa !12
  %7 = load i8, ptr %cmpxchg.bool, align 1, !tbaa !12, !range !14, !noundef !15
  %loadedv1 = trunc i8 %7 to i1
  br i1 %loadedv1, label %if.then, label %if.end

if.then:                                          ; preds = %cmpxchg.continue
  %8 = load ptr, ptr %count.addr, align 8, !tbaa !10
  %9 = load i32, ptr %8, align 4, !tbaa !2
  %add = add nsw i32 %9, 1
  store i32 %add, ptr %8, align 4, !tbaa !2
  %10 = load ptr, ptr %lock.addr, align 8, !tbaa !10
  store i32 0, ptr %.atomictmp2, align 4, !tbaa !2
  %11 = load i32, ptr %.atomictmp2, align 4
  store atomic i32 %11, ptr %10 release, align 4
  store i8 1, ptr %done, align 1, !tbaa !12
  br label %if.end

if.end:                                           ; preds = %if.then, %cmpxchg.continue
  call void @llvm.lifetime.end.p0(ptr %zero) #3
  br label %while.cond, !llvm.loop !16

while.end:                                        ; preds = %while.cond
  call void @llvm.lifetime.end.p0(ptr %done) #3
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
!11 = !{!"p1 int", !8, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"bool", !4, i64 0}
!14 = !{i8 0, i8 2}
!15 = !{}
!16 = distinct !{!16, !17}
!17 = !{!"llvm.loop.mustprogress"}
