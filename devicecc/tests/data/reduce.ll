target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZZL6reducePKfPfPiE4part = internal global [100 x float] undef, section ".chv.shared", align 16
@_ZZL6reducePKfPfPiE5total = internal global double undef, section ".chv.shared", align 8
@dynamic = external global [0 x float], section ".chv.dynshared", align 4

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
  %6 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx2 = getelementptr inbounds ptr, ptr %6, i64 2
  %7 = load ptr, ptr %arrayidx2, align 8, !tbaa !9
  %8 = load ptr, ptr %7, align 8, !tbaa !12
  call void @_ZL6reducePKfPfPi(ptr noundef %2, ptr noundef %5, ptr noundef %8) #4
  ret void
}

define internal void @_ZL6reducePKfPfPi(ptr noundef %in, ptr noundef %out, ptr noundef %seen) #0 {
entry:
  %in.addr = alloca ptr, align 8
  %out.addr = alloca ptr, align 8
  %seen.addr = alloca ptr, align 8
  %t = alloca i32, align 4
  %n = alloca i32, align 4
  %s = alloca i32, align 4
  %local = alloca i32, align 4
  store ptr %in, ptr %in.addr, align 8, !tbaa !10
  store ptr %out, ptr %out.addr, align 8, !tbaa !10
  store ptr %seen, ptr %seen.addr, align 8, !tbaa !12
  call void @llvm.lifetime.start.p0(ptr %t) #5
  %call = call i32 @__chv_tid_x() #6
  store i32 %call, ptr %t, align 4, !tbaa !2
  call void @llvm.lifetime.start.p0(ptr %n) #5
  %call1 = call i32 @__chv_ntid_x() #6
  store i32 %call1, ptr %n, align 4, !tbaa !2
  %0 = load ptr, ptr %in.addr, align 8, !tbaa !10
  %call2 = call i32 @__chv_ctaid_x() #6
  %1 = load i32, ptr %n, align 4, !tbaa !2
  %mul = mul i32 %call2, %1
  %2 = load i32, ptr %t, align 4, !tbaa !2
  %add = add i32 %mul, %2
  %idxprom = zext i32 %add to i64
  %arrayidx = getelementptr inbounds nuw float, ptr %0, i64 %idxprom
  %3 = load float, ptr %arrayidx, align 4, !tbaa !14
  %4 = load i32, ptr %t, align 4, !tbaa !2
  %idxprom3 = zext i32 %4 to i64
  %arrayidx4 = getelementptr inbounds nuw [100 x float], ptr @_ZZL6reducePKfPfPiE4part, i64 0, i64 %idxprom3
  store float %3, ptr %arrayidx4, align 4, !tbaa !14
  %5 = load i32, ptr %t, align 4, !tbaa !2
  %idxprom5 = zext i32 %5 to i64
  %arrayidx6 = getelementptr inbounds nuw [0 x float], ptr @dynamic, i64 0, i64 %idxprom5
  store float -1.000000e+00, ptr %arrayidx6, align 4, !tbaa !14
  call void @__chv_sync_block(i32 noundef 0) #4
  call void @llvm.lifetime.start.p0(ptr %s) #5
  %6 = load i32, ptr %n, align 4, !tbaa !2
  %div = udiv i32 %6, 2
  store i32 %div, ptr %s, align 4, !tbaa !2
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %7 = load i32, ptr %s, align 4, !tbaa !2
  %cmp = icmp ugt i32 %7, 0
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %s) #5
  br label %for.end

for.body:                                         ; preds = %for.cond
  %8 = load i32, ptr %t, align 4, !tbaa !2
  %9 = load i32, ptr %s, align 4, !tbaa !2
  %cmp7 = icmp ult i32 %8, %9
  br i1 %cmp7, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %10 = load i32, ptr %t, align 4, !tbaa !2
  %11 = load i32, ptr %s, align 4, !tbaa !2
  %add8 = add i32 %10, %11
  %idxprom9 = zext i32 %add8 to i64
  %arrayidx10 = getelementptr inbounds nuw [100 x float], ptr @_ZZL6reducePKfPfPiE4part, i64 0, i64 %idxprom9
  %12 = load float, ptr %arrayidx10, align 4, !tbaa !14
  %13 = load i32, ptr %t, align 4, !tbaa !2
  %idxprom11 = zext i32 %13 to i64
  %arrayidx12 = getelementptr inbounds nuw [100 x float], ptr @_ZZL6reducePKfPfPiE4part, i64 0, i64 %idxprom11
  %14 = load float, ptr %arrayidx12, align 4, !tbaa !14
  %add13 = fadd contract float %14, %12
  store float %add13, ptr %arrayidx12, align 4, !tbaa !14
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  call void @__chv_sync_block(i32 noundef 1) #4
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %15 = load i32, ptr %s, align 4, !tbaa !2
  %div14 = udiv i32 %15, 2
  store i32 %div14, ptr %s, align 4, !tbaa !2
  br label %for.cond, !llvm.loop !16

for.end:                                          ; preds = %for.cond.cleanup
  %16 = load i32, ptr %t, align 4, !tbaa !2
  %cmp15 = icmp eq i32 %16, 0
  br i1 %cmp15, label %if.then16, label %if.end21

if.then16:                                        ; preds = %for.end
  %17 = load float, ptr @_ZZL6reducePKfPfPiE4part, align 16, !tbaa !14
  %conv = fpext contract float %17 to double
  store double %conv, ptr @_ZZL6reducePKfPfPiE5total, align 8, !tbaa !18
  %call17 = call i32 @__chv_dynamic_shared_bytes() #6
  %conv18 = uitofp i32 %call17 to float
  %18 = load i32, ptr %n, align 4, !tbaa !2
  %sub = sub i32 %18, 1
  %idxprom19 = zext i32 %sub to i64
  %arrayidx20 = getelementptr inbounds nuw [0 x float], ptr @dynamic, i64 0, i64 %idxprom19
  store float %conv18, ptr %arrayidx20, align 4, !tbaa !14
  br label %if.end21

if.end21:                                         ; preds = %if.then16, %for.end
  call void @__chv_sync_block(i32 noundef 2) #4
  %19 = load i32, ptr %t, align 4, !tbaa !2
  %20 = load i32, ptr %n, align 4, !tbaa !2
  %sub22 = sub i32 %20, 1
  %cmp23 = icmp eq i32 %19, %sub22
  br i1 %cmp23, label %if.then24, label %if.end43

if.then24:                                        ; preds = %if.end21
  %21 = load double, ptr @_ZZL6reducePKfPfPiE5total, align 8, !tbaa !18
  %conv25 = fptrunc contract double %21 to float
  %22 = load i32, ptr %n, align 4, !tbaa !2
  %sub26 = sub i32 %22, 1
  %idxprom27 = zext i32 %sub26 to i64
  %arrayidx28 = getelementptr inbounds nuw [0 x float], ptr @dynamic, i64 0, i64 %idxprom27
  %23 = load float, ptr %arrayidx28, align 4, !tbaa !14
  %add29 = fadd contract float %conv25, %23
  %24 = load ptr, ptr %out.addr, align 8, !tbaa !10
  %call30 = call i32 @__chv_ctaid_x() #6
  %idxprom31 = zext i32 %call30 to i64
  %arrayidx32 = getelementptr inbounds nuw float, ptr %24, i64 %idxprom31
  store float %add29, ptr %arrayidx32, align 4, !tbaa !14
  call void @llvm.lifetime.start.p0(ptr %local) #5
  %call33 = call i32 @__chv_is_shared(ptr noundef getelementptr inbounds ([100 x float], ptr @_ZZL6reducePKfPfPiE4part, i64 0, i64 1)) #4
  %25 = load i32, ptr %n, align 4, !tbaa !2
  %sub34 = sub i32 %25, 1
  %idxprom35 = zext i32 %sub34 to i64
  %arrayidx36 = getelementptr inbounds nuw [0 x float], ptr @dynamic, i64 0, i64 %idxprom35
  %call37 = call i32 @__chv_is_shared(ptr noundef %arrayidx36) #4
  %mul38 = mul nsw i32 2, %call37
  %add39 = add nsw i32 %call33, %mul38
  %26 = load ptr, ptr %out.addr, align 8, !tbaa !10
  %call40 = call i32 @__chv_is_shared(ptr noundef %26) #4
  %mul41 = mul nsw i32 4, %call40
  %add42 = add nsw i32 %add39, %mul41
  %27 = load ptr, ptr %seen.addr, align 8, !tbaa !12
  store i32 %add42, ptr %27, align 4, !tbaa !2
  call void @llvm.lifetime.end.p0(ptr %local) #5
  br label %if.end43

if.end43:                                         ; preds = %if.then24, %if.end21
  call void @llvm.lifetime.end.p0(ptr %n) #5
  call void @llvm.lifetime.end.p0(ptr %t) #5
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare i32 @__chv_tid_x() #2

declare i32 @__chv_ntid_x() #2

declare i32 @__chv_ctaid_x() #2

declare void @__chv_sync_block(i32 noundef) #3

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

declare i32 @__chv_dynamic_shared_bytes() #2

declare i32 @__chv_is_shared(ptr noundef) #3

attributes #0 = { convergent mustprogress nounwind "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #3 = { convergent nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #4 = { convergent nounwind }
attributes #5 = { nounwind }
attributes #6 = { convergent nounwind willreturn memory(none) }

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
!11 = !{!"p1 float", !8, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"p1 int", !8, i64 0}
!14 = !{!15, !15, i64 0}
!15 = !{!"float", !4, i64 0}
!16 = distinct !{!16, !17}
!17 = !{!"llvm.loop.mustprogress"}
!18 = !{!19, !19, i64 0}
!19 = !{!"double", !4, i64 0}
