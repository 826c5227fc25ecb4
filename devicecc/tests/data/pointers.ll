target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZL5board = internal global [8 x i32] undef, section ".chv.shared", align 16
@_ZL5table = internal constant [2 x ptr] [ptr @_Z3addii, ptr @_Z3mulii], align 16

define dso_local noundef i32 @_Z3addii(i32 noundef %a, i32 noundef %b) #0 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  store i32 %a, ptr %a.addr, align 4, !tbaa !2
  store i32 %b, ptr %b.addr, align 4, !tbaa !2
  %0 = load i32, ptr %a.addr, align 4, !tbaa !2
  %1 = load i32, ptr %b.addr, align 4, !tbaa !2
  %and = and i32 %1, 7
  %idxprom = sext i32 %and to i64
  %arrayidx = getelementptr inbounds [8 x i32], ptr @_ZL5board, i64 0, i64 %idxprom
  store i32 %0, ptr %arrayidx, align 4, !tbaa !2
  call void @__chv_sync_block(i32 noundef 0) #4
  %2 = load i32, ptr %a.addr, align 4, !tbaa !2
  %3 = load i32, ptr %b.addr, align 4, !tbaa !2
  %add = add nsw i32 %3, 1
  %and1 = and i32 %add, 7
  %idxprom2 = sext i32 %and1 to i64
  %arrayidx3 = getelementptr inbounds [8 x i32], ptr @_ZL5board, i64 0, i64 %idxprom2
  %4 = load i32, ptr %arrayidx3, align 4, !tbaa !2
  %add4 = add nsw i32 %2, %4
  ret i32 %add4
}

declare void @__chv_sync_block(i32 noundef) #1

define dso_local noundef i32 @_Z3mulii(i32 noundef %a, i32 noundef %b) #0 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  store i32 %a, ptr %a.addr, align 4, !tbaa !2
  store i32 %b, ptr %b.addr, align 4, !tbaa !2
  %0 = load i32, ptr %a.addr, align 4, !tbaa !2
  %mul = mul nsw i32 %0, 100
  %1 = load i32, ptr %b.addr, align 4, !tbaa !2
  %and = and i32 %1, 7
  %idxprom = sext i32 %and to i64
  %arrayidx = getelementptr inbounds [8 x i32], ptr @_ZL5board, i64 0, i64 %idxprom
  store i32 %mul, ptr %arrayidx, align 4, !tbaa !2
  call void @__chv_sync_block(i32 noundef 1) #4
  %2 = load i32, ptr %a.addr, align 4, !tbaa !2
  %call = call i32 @__chv_tid_x() #5
  %mul1 = mul nsw i32 %2, %call
  ret i32 %mul1
}

declare i32 @__chv_tid_x() #2

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
  call void @_ZL1kPiS_(ptr noundef %2, ptr noundef %5) #4
  ret void
}

define internal void @_ZL1kPiS_(ptr noundef %which, ptr noundef %out) #0 {
entry:
  %which.addr = alloca ptr, align 8
  %out.addr = alloca ptr, align 8
  %t = alloca i32, align 4
  store ptr %which, ptr %which.addr, align 8, !tbaa !10
  store ptr %out, ptr %out.addr, align 8, !tbaa !10
  call void @llvm.lifetime.start.p0(ptr %t) #6
  %call = call i32 @__chv_tid_x() #5
  store i32 %call, ptr %t, align 4, !tbaa !2
  %0 = load ptr, ptr %which.addr, align 8, !tbaa !10
  %1 = load i32, ptr %t, align 4, !tbaa !2
  %idxprom = zext i32 %1 to i64
  %arrayidx = getelementptr inbounds nuw i32, ptr %0, i64 %idxprom
  %2 = load i32, ptr %arrayidx, align 4, !tbaa !2
  %and = and i32 %2, 1
  %idxprom1 = sext i32 %and to i64
  %arrayidx2 = getelementptr inbounds [2 x ptr], ptr @_ZL5table, i64 0, i64 %idxprom1
  %3 = load ptr, ptr %arrayidx2, align 8, !tbaa !9
  %4 = load i32, ptr %t, align 4, !tbaa !2
  %mul = mul i32 10, %4
  %5 = load i32, ptr %t, align 4, !tbaa !2
  %call3 = call noundef i32 %3(i32 noundef %mul, i32 noundef %5) #4
  %6 = load ptr, ptr %out.addr, align 8, !tbaa !10
  %7 = load i32, ptr %t, align 4, !tbaa !2
  %idxprom4 = zext i32 %7 to i64
  %arrayidx5 = getelementptr inbounds nuw i32, ptr %6, i64 %idxprom4
  store i32 %call3, ptr %arrayidx5, align 4, !tbaa !2
  call void @llvm.lifetime.end.p0(ptr %t) #6
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

attributes #0 = { convergent mustprogress nounwind "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #1 = { convergent nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #2 = { convergent nounwind willreturn memory(none) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-features"="+cx8,+mmx,+sse,+sse2,+x87" }
attributes #3 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { convergent nounwind }
attributes #5 = { convergent nounwind willreturn memory(none) }
attributes #6 = { nounwind }

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
