target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

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
  %5 = load float, ptr %4, align 4, !tbaa !10
  %6 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx2 = getelementptr inbounds ptr, ptr %6, i64 2
  %7 = load ptr, ptr %arrayidx2, align 8, !tbaa !9
  %8 = load ptr, ptr %7, align 8, !tbaa !12
  %9 = load ptr, ptr %args.addr, align 8, !tbaa !6
  %arrayidx3 = getelementptr inbounds ptr, ptr %9, i64 3
  %10 = load ptr, ptr %arrayidx3, align 8, !tbaa !9
  %11 = load ptr, ptr %10, align 8, !tbaa !12
  call void @_ZL5saxpyifPKfPf(i32 noundef %2, float noundef %5, ptr noundef %8, ptr noundef %11) #3
  ret void
}

define internal void @_ZL5saxpyifPKfPf(i32 noundef %n, float noundef %a, ptr noundef %x, ptr noundef %y) #0 {
entry:
  %n.addr = alloca i32, align 4
  %a.addr = alloca float, align 4
  %x.addr = alloca ptr, align 8
  %y.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4, !tbaa !2
  store float %a, ptr %a.addr, align 4, !tbaa !10
  store ptr %x, ptr %x.addr, align 8, !tbaa !12
  store ptr %y, ptr %y.addr, align 8, !tbaa !12
  call void @llvm.lifetime.start.p0(ptr %i) #4
  %call = call i32 @__chv_ctaid_x() #5
  %call1 = call i32 @__chv_ntid_x() #5
  %mul = mul i32 %call, %call1
  %call2 = call i32 @__chv_tid_x() #5
  %add = add i32 %mul, %call2
  store i32 %add, ptr %i, align 4, !tbaa !2
  %0 = load i32, ptr %i, align 4, !tbaa !2
  %1 = load i32, ptr %n.addr, align 4, !tbaa !2
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %2 = load float, ptr %a.addr, align 4, !tbaa !10
  %3 = load ptr, ptr %x.addr, align 8, !tbaa !12
  %4 = load i32, ptr %i, align 4, !tbaa !2
  %idxprom = sext i32 %4 to i64
  %arrayidx = getelementptr inbounds float, ptr %3, i64 %idxprom
  %5 = load float, ptr %arrayidx, align 4, !tbaa !10
  %mul3 = fmul contract float %2, %5
  %6 = load ptr, ptr %y.addr, align 8, !tbaa !12
  %7 = load i32, ptr %i, align 4, !tbaa !2
  %idxprom4 = sext i32 %7 to i64
  %arrayidx5 = getelementptr inbounds float, ptr %6, i64 %idxprom4
  %8 = load float, ptr %arrayidx5, align 4, !tbaa !10
  %add6 = fadd contract float %mul3, %8
  %9 = load ptr, ptr %y.addr, align 8, !tbaa !12
  %10 = load i32, ptr %i, align 4, !tbaa !2
  %idxprom7 = sext i32 %10 to i64
  %arrayidx8 = getelementptr inbounds float, ptr %9, i64 %idxprom7
  store float %add6, ptr %arrayidx8, align 4, !tbaa !10
  br label %if.end

if.end:                                           ; preds = %if.then, %entry
  call void @llvm.lifetime.end.p0(ptr %i) #4
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare i32 @__chv_ctaid_x() #2

declare i32 @__chv_ntid_x() #2

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
!11 = !{!"float", !4, i64 0}
!12 = !{!13, !13, i64 0}
!13 = !{!"p1 float", !8, i64 0}
