; The entry of tier Block: loops over the threads of a span, x innermost. Offsets are those of `Block` and `Span` in ARCHITECTURE.md.
; `chv.context` stands for what a thread of this block can ask; it is removed again when its operands have been put to use.

declare void @__chv_thread(ptr)
declare i32 @__chv_warp_size() #0
declare void @chv.context(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr)

define void @chv.entry(ptr noalias noundef nonnull readonly %block, ptr noalias noundef nonnull readonly %span) nounwind {
entry:
  %ctaid.x = load i32, ptr %block, align 8, !invariant.load !0, !range !1
  %ctaid.y.at = getelementptr inbounds i8, ptr %block, i64 4
  %ctaid.y = load i32, ptr %ctaid.y.at, align 4, !invariant.load !0, !range !2
  %ctaid.z.at = getelementptr inbounds i8, ptr %block, i64 8
  %ctaid.z = load i32, ptr %ctaid.z.at, align 8, !invariant.load !0, !range !2
  %ntid.x.at = getelementptr inbounds i8, ptr %block, i64 12
  %ntid.x = load i32, ptr %ntid.x.at, align 4, !invariant.load !0, !range !3
  %ntid.y.at = getelementptr inbounds i8, ptr %block, i64 16
  %ntid.y = load i32, ptr %ntid.y.at, align 8, !invariant.load !0, !range !3
  %ntid.z.at = getelementptr inbounds i8, ptr %block, i64 20
  %ntid.z = load i32, ptr %ntid.z.at, align 4, !invariant.load !0, !range !3
  %nctaid.x.at = getelementptr inbounds i8, ptr %block, i64 24
  %nctaid.x = load i32, ptr %nctaid.x.at, align 8, !invariant.load !0, !range !4
  %nctaid.y.at = getelementptr inbounds i8, ptr %block, i64 28
  %nctaid.y = load i32, ptr %nctaid.y.at, align 4, !invariant.load !0, !range !5
  %nctaid.z.at = getelementptr inbounds i8, ptr %block, i64 32
  %nctaid.z = load i32, ptr %nctaid.z.at, align 8, !invariant.load !0, !range !5
  %dynamic.at = getelementptr inbounds i8, ptr %block, i64 36
  %dynamic = load i32, ptr %dynamic.at, align 4, !invariant.load !0
  %shared.at = getelementptr inbounds i8, ptr %block, i64 40
  %shared = load ptr, ptr %shared.at, align 8, !invariant.load !0
  %args.at = getelementptr inbounds i8, ptr %block, i64 48
  %args = load ptr, ptr %args.at, align 8, !invariant.load !0
  %begin.x = load i32, ptr %span, align 4, !invariant.load !0
  %begin.y.at = getelementptr inbounds i8, ptr %span, i64 4
  %begin.y = load i32, ptr %begin.y.at, align 4, !invariant.load !0
  %begin.z.at = getelementptr inbounds i8, ptr %span, i64 8
  %begin.z = load i32, ptr %begin.z.at, align 4, !invariant.load !0
  %end.x.at = getelementptr inbounds i8, ptr %span, i64 12
  %end.x = load i32, ptr %end.x.at, align 4, !invariant.load !0
  %end.y.at = getelementptr inbounds i8, ptr %span, i64 16
  %end.y = load i32, ptr %end.y.at, align 4, !invariant.load !0
  %end.z.at = getelementptr inbounds i8, ptr %span, i64 20
  %end.z = load i32, ptr %end.z.at, align 4, !invariant.load !0
  %warp = call i32 @__chv_warp_size()
  %lane.mask = add i32 %warp, -1
  %some.x = icmp ult i32 %begin.x, %end.x
  %some.y = icmp ult i32 %begin.y, %end.y
  %some.z = icmp ult i32 %begin.z, %end.z
  %some.xy = and i1 %some.x, %some.y
  %some = and i1 %some.xy, %some.z
  br i1 %some, label %plane, label %done

plane:
  %z = phi i32 [ %begin.z, %entry ], [ %z.next, %row.done ]
  br label %row

row:
  %y = phi i32 [ %begin.y, %plane ], [ %y.next, %thread.done ]
  %row.z = mul i32 %z, %ntid.y
  %row.yz = add i32 %row.z, %y
  %row.linear = mul i32 %row.yz, %ntid.x
  br label %thread

thread:
  %x = phi i32 [ %begin.x, %row ], [ %x.next, %thread.next ]
  %linear = add i32 %row.linear, %x
  %lane = and i32 %linear, %lane.mask
  call void @chv.context(i32 %x, i32 %y, i32 %z, i32 %ctaid.x, i32 %ctaid.y, i32 %ctaid.z, i32 %ntid.x, i32 %ntid.y, i32 %ntid.z, i32 %nctaid.x, i32 %nctaid.y, i32 %nctaid.z, i32 %lane, i32 %dynamic, ptr %shared, ptr %args), !llvm.access.group !8
  call void @__chv_thread(ptr %args)
  br label %thread.next

thread.next:
  %x.next = add nuw nsw i32 %x, 1
  %x.more = icmp ult i32 %x.next, %end.x
  br i1 %x.more, label %thread, label %thread.done, !llvm.loop !6

thread.done:
  %y.next = add nuw nsw i32 %y, 1
  %y.more = icmp ult i32 %y.next, %end.y
  br i1 %y.more, label %row, label %row.done, !llvm.loop !11

row.done:
  %z.next = add nuw nsw i32 %z, 1
  %z.more = icmp ult i32 %z.next, %end.z
  br i1 %z.more, label %plane, label %done, !llvm.loop !12

done:
  ret void
}

attributes #0 = { nounwind willreturn memory(none) }

!0 = !{}
!1 = !{i32 0, i32 2147483647}
!2 = !{i32 0, i32 65535}
!3 = !{i32 1, i32 1025}
!4 = !{i32 1, i32 -2147483648}
!5 = !{i32 1, i32 65536}
; The threads of a block are not ordered, so what they read and write as plain memory may be reordered between them. Unrolling or
; interleaving the loop over them makes code larger and no faster: threads do not depend on each other, so the processor overlaps them.
!6 = distinct !{!6, !7, !9, !10, !13, !14}
!7 = !{!"llvm.loop.parallel_accesses", !8}
!8 = distinct !{}
!9 = !{!"llvm.loop.unroll.disable"}
!10 = !{!"llvm.loop.interleave.count", i32 1}
!11 = distinct !{!11, !9, !14}
!12 = distinct !{!12, !9, !14}
; Where the processor has masks, they replace the loop over the threads that do not fill a vector. PREDICATE is `true` or `false`.
!13 = !{!"llvm.loop.vectorize.predicate.enable", i1 PREDICATE}
; It goes round threads, and not what a thread does: for those who ask which loops became vectors.
!14 = !{!"chv.threads"}
