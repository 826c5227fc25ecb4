; The entry of tier Thread: runs one thread. Offsets are those of `Block` and `Thread` in ARCHITECTURE.md.
; `chv.context` stands for what the thread can ask; it is removed again when its operands have been put to use.

declare void @__chv_thread(ptr)
declare void @chv.context(i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr)

define void @chv.entry(ptr noalias noundef nonnull readonly %block, ptr noalias noundef nonnull readonly %thread) nounwind {
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
  %x = load i32, ptr %thread, align 8, !invariant.load !0, !range !6
  %y.at = getelementptr inbounds i8, ptr %thread, i64 4
  %y = load i32, ptr %y.at, align 4, !invariant.load !0, !range !6
  %z.at = getelementptr inbounds i8, ptr %thread, i64 8
  %z = load i32, ptr %z.at, align 8, !invariant.load !0, !range !6
  %lane.at = getelementptr inbounds i8, ptr %thread, i64 16
  %lane = load i32, ptr %lane.at, align 8, !invariant.load !0, !range !7
  call void @chv.context(i32 %x, i32 %y, i32 %z, i32 %ctaid.x, i32 %ctaid.y, i32 %ctaid.z, i32 %ntid.x, i32 %ntid.y, i32 %ntid.z, i32 %nctaid.x, i32 %nctaid.y, i32 %nctaid.z, i32 %lane, i32 %dynamic, ptr %shared, ptr %args)
  call void @__chv_thread(ptr %args)
  ret void
}

!0 = !{}
!1 = !{i32 0, i32 2147483647}
!2 = !{i32 0, i32 65535}
!3 = !{i32 1, i32 1025}
!4 = !{i32 1, i32 -2147483648}
!5 = !{i32 1, i32 65536}
!6 = !{i32 0, i32 1024}
!7 = !{i32 0, i32 64}
