target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

%struct.Big = type { [6 x double] }
%struct.Scale = type { float, float, float }

define dso_local noundef double @_Z3sum3Big(ptr noundef byval(%struct.Big) align 8 %b) #0 {
entry:
  %s = alloca double, align 8
  %i = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr %s) #5
  store double 0.000000e+00, ptr %s, align 8, !tbaa !6
  call void @llvm.lifetime.start.p0(ptr %i) #5
  store i32 0, ptr %i, align 4, !tbaa !2
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !tbaa !2
  %cmp = icmp slt i32 %0, 6
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:                                 ; preds = %for.cond
  call void @llvm.lifetime.end.p0(ptr %i) #5
  br label %for.end

for.body:                                         ; preds = %for.cond
  %v = getelementptr inbounds nuw %struct.Big, ptr %b, i32 0, i32 0
  %1 = load i32, ptr %i, align 4, !tbaa !2
  %idxprom = sext i32 %1 to i64
  %arrayidx = getelementptr inbounds [6 x double], ptr %v, i64 0, i64 %idxprom
  %2 = load double, ptr %arrayidx, align 8, !tbaa !6
  %3 = load double, ptr %s, align 8, !tbaa !6
  %add = fadd contract double %3, %2
  store double %add, ptr %s, align 8, !tbaa !6
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %4 = load i32, ptr %i, align 4, !tbaa !2
  %inc = add nsw i32 %4, 1
  store i32 %inc, ptr %i, align 4, !tbaa !2
  br label %for.cond, !llvm.loop !8

for.end:                                          ; preds = %for.cond.cleanup
  %5 = load double, ptr %s, align 8, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr %s) #5
  ret double %5
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define dso_local void @__chv_thread(ptr noundef %args) #2 {
entry:
  %args.addr = alloca ptr, align 8
  %agg.tmp = alloca %struct.Scale, align 4
  %agg.tmp1 = alloca %struct.Big, align 8
  %agg.tmp.coerce = alloca { <2 x float>, float }, align 4
  store ptr %args, ptr %args.addr, align 8, !tbaa !10
  %0 = load ptr, ptr %args.addr, align 8, !tbaa !10
  %arrayidx = getelementptr inbounds ptr, ptr %0, i64 0
  %1 = load ptr, ptr %arrayidx, align 8, !tbaa !13
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %agg.tmp, ptr align 4 %1, i64 12, i1 false), !tbaa.struct !14
  %2 = load ptr, ptr %args.addr, align 8, !tbaa !10
  %arrayidx2 = getelementptr inbounds ptr, ptr %2, i64 1
  %3 = load ptr, ptr %arrayidx2, align 8, !tbaa !13
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %agg.tmp1, ptr align 8 %3, i64 48, i1 false), !tbaa.struct !17
  %4 = load ptr, ptr %args.addr, align 8, !tbaa !10
  %arrayidx3 = getelementptr inbounds ptr, ptr %4, i64 2
  %5 = load ptr, ptr %arrayidx3, align 8, !tbaa !13
  %6 = load ptr, ptr %5, align 8, !tbaa !19
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %agg.tmp.coerce, ptr align 4 %agg.tmp, i64 12, i1 false)
  %7 = getelementptr inbounds nuw { <2 x float>, float }, ptr %agg.tmp.coerce, i32 0, i32 0
  %8 = load <2 x float>, ptr %7, align 4
  %9 = getelementptr inbounds nuw { <2 x float>, float }, ptr %agg.tmp.coerce, i32 0, i32 1
  %10 = load float, ptr %9, align 4
  call void @_ZL1k5Scale3BigPd(<2 x float> %8, float %10, ptr noundef byval(%struct.Big) align 8 %agg.tmp1, ptr noundef %6) #6
  ret void
}

define internal void @_ZL1k5Scale3BigPd(<2 x float> %s.coerce0, float %s.coerce1, ptr noundef byval(%struct.Big) align 8 %b, ptr noundef %out) #2 {
entry:
  %s = alloca %struct.Scale, align 4
  %coerce = alloca { <2 x float>, float }, align 4
  %out.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  %agg.tmp = alloca %struct.Big, align 8
  %0 = getelementptr inbounds nuw { <2 x float>, float }, ptr %coerce, i32 0, i32 0
  store <2 x float> %s.coerce0, ptr %0, align 4
  %1 = getelementptr inbounds nuw { <2 x float>, float }, ptr %coerce, i32 0, i32 1
  store float %s.coerce1, ptr %1, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %s, ptr align 4 %coerce, i64 12, i1 false)
  store ptr %out, ptr %out.addr, align 8, !tbaa !19
  call void @llvm.lifetime.start.p0(ptr %i) #5
  %call = call i32 @__chv_tid_x() #7
  %call1 = call i32 @__chv_tid_y() #7
  %mul = mul i32 4, %call1
  %add = add i32 %call, %mul
  store i32 %add, ptr %i, align 4, !tbaa !2
  %2 = load i32, ptr %i, align 4, !tbaa !2
  %conv = uitofp i32 %2 to double
  %v = getelementptr inbounds nuw %struct.Big, ptr %b, i32 0, i32 0
  %arrayidx = getelementptr inbounds [6 x double], ptr %v, i64 0, i64 0
  %3 = load double, ptr %arrayidx, align 8, !tbaa !6
  %add2 = fadd contract double %3, %conv
  store double %add2, ptr %arrayidx, align 8, !tbaa !6
  %x = getelementptr inbounds nuw %struct.Scale, ptr %s, i32 0, i32 0
  %4 = load float, ptr %x, align 4, !tbaa !21
  %y = getelementptr inbounds nuw %struct.Scale, ptr %s, i32 0, i32 1
  %5 = load float, ptr %y, align 4, !tbaa !23
  %mul3 = fmul contract float 1.000000e+01, %5
  %add4 = fadd contract float %4, %mul3
  %z = getelementptr inbounds nuw %struct.Scale, ptr %s, i32 0, i32 2
  %6 = load float, ptr %z, align 4, !tbaa !24
  %mul5 = fmul contract float 1.000000e+02, %6
  %add6 = fadd contract float %add4, %mul5
  %conv7 = fpext contract float %add6 to double
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %agg.tmp, ptr align 8 %b, i64 48, i1 false), !tbaa.struct !17
  %call8 = call contract noundef double @_Z3sum3Big(ptr noundef byval(%struct.Big) align 8 %agg.tmp) #6
  %add9 = fadd contract double %conv7, %call8
  %call10 = call i32 @__chv_lane() #7
  %mul11 = mul i32 1000, %call10
  %conv12 = uitofp i32 %mul11 to double
  %add13 = fadd contract double %add9, %conv12
  %7 = load ptr, ptr %out.addr, align 8, !tbaa !19
  %8 = load i32, ptr %i, align 4, !tbaa !2
  %idxprom = zext i32 %8 to i64
  %arrayidx14 = getelementptr inbounds nuw double, ptr %7, i64 %idxprom
  store double %add13, ptr %arrayidx14, align 8, !tbaa !6
  call void @llvm.lifetime.end.p0(ptr %i) #5
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3

declare i32 @__chv_tid_x() #4

declare i32 @__chv_tid_y() #4

declare i32 @__chv_lane() #4

attributes #0 = { convergent mustprogress noinline nounwind "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { convergent mustprogress nounwind "min-legal-vector-width"="64" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #5 = { nounwind }
attributes #6 = { convergent nounwind }
attributes #7 = { convergent nounwind willreturn memory(none) }

!llvm.module.flags = !{!0}

!0 = !{i32 1, !"wchar_size", i32 4}
!2 = !{!3, !3, i64 0}
!3 = !{!"int", !4, i64 0}
!4 = !{!"omnipotent char", !5, i64 0}
!5 = !{!"Simple C++ TBAA"}
!6 = !{!7, !7, i64 0}
!7 = !{!"double", !4, i64 0}
!8 = distinct !{!8, !9}
!9 = !{!"llvm.loop.mustprogress"}
!10 = !{!11, !11, i64 0}
!11 = !{!"any p2 pointer", !12, i64 0}
!12 = !{!"any pointer", !4, i64 0}
!13 = !{!12, !12, i64 0}
!14 = !{i64 0, i64 4, !15, i64 4, i64 4, !15, i64 8, i64 4, !15}
!15 = !{!16, !16, i64 0}
!16 = !{!"float", !4, i64 0}
!17 = !{i64 0, i64 48, !18}
!18 = !{!4, !4, i64 0}
!19 = !{!20, !20, i64 0}
!20 = !{!"p1 double", !12, i64 0}
!21 = !{!22, !16, i64 0}
!22 = !{!"_ZTS5Scale", !16, i64 0, !16, i64 4, !16, i64 8}
!23 = !{!22, !16, i64 4}
!24 = !{!22, !16, i64 8}
