loop:
	vmovups -128(r0), zmm0
	vmovups -64(r0), zmm1
	vmovups (r0), zmm2
	prefetcht0 (r1)
	vbroadcastss (r2), zmm3
	vfmadd231ps zmm3, zmm0, zmm4
	vfmadd231ps zmm3, zmm1, zmm5
	vfmadd231ps zmm3, zmm2, zmm6
	vbroadcastss (r2,r3), zmm3
	leaq (r2,r3), r4
	vfmadd231ps zmm3, zmm0, zmm7
	vfmadd231ps zmm3, zmm1, zmm8
	vfmadd231ps zmm3, zmm2, zmm9
	vbroadcastss (r3,r4), zmm3
	addq r3, r4
	vfmadd231ps zmm3, zmm0, zmm10
	vfmadd231ps zmm3, zmm1, zmm11
	vfmadd231ps zmm3, zmm2, zmm12
	vbroadcastss (r3,r4), zmm3
	addq r3, r4
	vfmadd231ps zmm3, zmm0, zmm13
	vfmadd231ps zmm3, zmm1, zmm14
	vfmadd231ps zmm3, zmm2, zmm15
	vbroadcastss (r3,r4), zmm3
	addq r3, r4
	vfmadd231ps zmm3, zmm0, zmm16
	vfmadd231ps zmm3, zmm1, zmm17
	vfmadd231ps zmm3, zmm2, zmm18
	vbroadcastss (r3,r4), zmm3
	addq r3, r4
	vfmadd231ps zmm3, zmm0, zmm19
	vfmadd231ps zmm3, zmm1, zmm20
	vfmadd231ps zmm3, zmm2, zmm21
	vbroadcastss (r3,r4), zmm3
	addq r3, r4
	vfmadd231ps zmm3, zmm0, zmm22
	vfmadd231ps zmm3, zmm1, zmm23
	vfmadd231ps zmm3, zmm2, zmm24
	vbroadcastss (r3,r4), zmm3
	vfmadd231ps zmm0, zmm3, zmm25
	vfmadd231ps zmm1, zmm3, zmm26
	vfmadd231ps zmm3, zmm2, zmm27
	incq r5
	addq r6, r2
	addq r7, r1
	addq $192, r0
	cmpq r8, r5
	jbe loop

loop:
	vmovups -128(r0), zmm0
	vmovups -64(r0), zmm1
	vmovups (r0), zmm2
	prefetcht0 -128(r0,r1)
	vmovups zmm0, -128(r2)
	prefetcht0 -64(r0,r1)
	vmovups zmm1, -64(r2)
	prefetcht0 (r0,r1)
	vmovups zmm2, (r2)
	vbroadcastss (r3), zmm3
	vfmadd231ps zmm3, zmm0, zmm4
	vfmadd231ps zmm3, zmm1, zmm5
	vfmadd231ps zmm3, zmm2, zmm6
	vbroadcastss (r3,r4,4), zmm3
	leaq (r3,r5), r6
	vfmadd231ps zmm3, zmm0, zmm7
	vfmadd231ps zmm3, zmm1, zmm8
	vfmadd231ps zmm3, zmm2, zmm9
	addq r5, r6
	vbroadcastss (r3,r4,8), zmm3
	vfmadd231ps zmm3, zmm0, zmm10
	vfmadd231ps zmm3, zmm1, zmm11
	vfmadd231ps zmm3, zmm2, zmm12
	vbroadcastss (r6,r4,4), zmm3
	vfmadd231ps zmm3, zmm0, zmm13
	vfmadd231ps zmm3, zmm1, zmm14
	vfmadd231ps zmm3, zmm2, zmm15
	leaq (,r5,2), r7
	addq r6, r7
	vbroadcastss (r6,r4,8), zmm3
	vfmadd231ps zmm3, zmm0, zmm16
	vfmadd231ps zmm3, zmm1, zmm17
	vfmadd231ps zmm3, zmm2, zmm18
	vbroadcastss (r7,r4,4), zmm3
	leaq (r7,r4,4), r6
	vfmadd231ps zmm3, zmm0, zmm19
	vfmadd231ps zmm3, zmm1, zmm20
	vfmadd231ps zmm3, zmm2, zmm21
	vbroadcastss (r5,r6), zmm3
	addq r5, r6
	vfmadd231ps zmm3, zmm0, zmm22
	vfmadd231ps zmm3, zmm1, zmm23
	vfmadd231ps zmm3, zmm2, zmm24
	vbroadcastss (r5,r6), zmm3
	vfmadd231ps zmm0, zmm3, zmm25
	vfmadd231ps zmm1, zmm3, zmm26
	vfmadd231ps zmm3, zmm2, zmm27
	incq r8
	addq r9, r3
	addq $192, r2
	addq r10, r0
	cmpq r11, r8
	jbe loop

loop:
	vmovups -128(r0), zmm0
	vmovups -64(r0), zmm1
	vmovups (r0), zmm2
	vbroadcastss (r1), zmm3
	vfmadd231ps zmm3, zmm0, zmm4
	vfmadd231ps zmm3, zmm1, zmm5
	vfmadd231ps zmm3, zmm2, zmm6
	vbroadcastss (r1,r2,4), zmm3
	leaq (r1,r3), r4
	vfmadd231ps zmm3, zmm0, zmm7
	vfmadd231ps zmm3, zmm1, zmm8
	vfmadd231ps zmm3, zmm2, zmm9
	addq r3, r4
	vbroadcastss (r1,r2,8), zmm3
	vfmadd231ps zmm3, zmm0, zmm10
	vfmadd231ps zmm3, zmm1, zmm11
	vfmadd231ps zmm3, zmm2, zmm12
	vbroadcastss (r4,r2,4), zmm3
	vfmadd231ps zmm3, zmm0, zmm13
	vfmadd231ps zmm3, zmm1, zmm14
	vfmadd231ps zmm3, zmm2, zmm15
	leaq (,r3,2), r5
	addq r4, r5
	vbroadcastss (r4,r2,8), zmm3
	vfmadd231ps zmm3, zmm0, zmm16
	vfmadd231ps zmm3, zmm1, zmm17
	vfmadd231ps zmm3, zmm2, zmm18
	vbroadcastss (r5,r2,4), zmm3
	leaq (r5,r2,4), r4
	vfmadd231ps zmm3, zmm0, zmm19
	vfmadd231ps zmm3, zmm1, zmm20
	vfmadd231ps zmm3, zmm2, zmm21
	vbroadcastss (r3,r4), zmm3
	addq r3, r4
	vfmadd231ps zmm3, zmm0, zmm22
	vfmadd231ps zmm3, zmm1, zmm23
	vfmadd231ps zmm3, zmm2, zmm24
	vbroadcastss (r3,r4), zmm3
	prefetcht0 (r6)
	vfmadd231ps zmm0, zmm3, zmm25
	vfmadd231ps zmm1, zmm3, zmm26
	vfmadd231ps zmm3, zmm2, zmm27
	incq r7
	addq r8, r1
	addq $192, r0
	cmpq r9, r7
	jbe loop

loop:
	vmovups -128(r0), zmm0
	vmovups -64(r0), zmm1
	vmovups (r0), zmm2
	vbroadcastss (r1), zmm3
	vfmadd231ps zmm3, zmm0, zmm4
	vfmadd231ps zmm3, zmm1, zmm5
	vfmadd231ps zmm3, zmm2, zmm6
	vbroadcastss (r1,r2,4), zmm3
	leaq (r1,r3), r4
	vfmadd231ps zmm3, zmm0, zmm7
	vfmadd231ps zmm3, zmm1, zmm8
	vfmadd231ps zmm3, zmm2, zmm9
	addq r3, r4
	vbroadcastss (r1,r2,8), zmm3
	vfmadd231ps zmm3, zmm0, zmm10
	vfmadd231ps zmm3, zmm1, zmm11
	vfmadd231ps zmm3, zmm2, zmm12
	vbroadcastss (r4,r2,4), zmm3
	vfmadd231ps zmm3, zmm0, zmm13
	vfmadd231ps zmm3, zmm1, zmm14
	vfmadd231ps zmm3, zmm2, zmm15
	leaq (r3,r3), r5
	addq r4, r5
	vbroadcastss (r4,r2,8), zmm3
	vfmadd231ps zmm3, zmm0, zmm16
	vfmadd231ps zmm3, zmm1, zmm17
	vfmadd231ps zmm3, zmm2, zmm18
	vbroadcastss (r5,r2,4), zmm3
	leaq (r5,r2,4), r4
	vfmadd231ps zmm3, zmm0, zmm19
	vfmadd231ps zmm3, zmm1, zmm20
	vfmadd231ps zmm3, zmm2, zmm21
	vbroadcastss (r3,r4), zmm3
	addq r3, r4
	vfmadd231ps zmm3, zmm0, zmm22
	vfmadd231ps zmm3, zmm1, zmm23
	vfmadd231ps zmm3, zmm2, zmm24
	vbroadcastss (r3,r4), zmm3
	prefetcht0 (r6)
	vfmadd231ps zmm0, zmm3, zmm25
	vfmadd231ps zmm1, zmm3, zmm26
	vfmadd231ps zmm3, zmm2, zmm27
	incq r7
	addq r8, r1
	addq $192, r0
	cmpq r9, r7
	jbe loop

loop:
	vmovups -128(r0,r1), zmm0
	vmovups -64(r0,r1), zmm1
	vmovups (r0,r1), zmm2
	prefetcht0 -128(r2,r1)
	vmovups zmm0, -128(r3)
	prefetcht0 -64(r2,r1)
	vmovups zmm1, -64(r3)
	prefetcht0 (r2,r1)
	vmovups zmm2, (r3)
	vbroadcastss (r4), zmm3
	vfmadd231ps zmm3, zmm0, zmm4
	vfmadd231ps zmm3, zmm1, zmm5
	vfmadd231ps zmm3, zmm2, zmm6
	vbroadcastss (r4,r5,4), zmm3
	leaq (r4,r6), r7
	vfmadd231ps zmm3, zmm0, zmm7
	vfmadd231ps zmm3, zmm1, zmm8
	vfmadd231ps zmm3, zmm2, zmm9
	addq r6, r7
	vbroadcastss (r4,r5,8), zmm3
	vfmadd231ps zmm3, zmm0, zmm10
	vfmadd231ps zmm3, zmm1, zmm11
	vfmadd231ps zmm3, zmm2, zmm12
	vbroadcastss (r7,r5,4), zmm3
	vfmadd231ps zmm3, zmm0, zmm13
	vfmadd231ps zmm3, zmm1, zmm14
	vfmadd231ps zmm3, zmm2, zmm15
	leaq (r6,r6), r8
	addq r7, r8
	vbroadcastss (r7,r5,8), zmm3
	vfmadd231ps zmm3, zmm0, zmm16
	vfmadd231ps zmm3, zmm1, zmm17
	vfmadd231ps zmm3, zmm2, zmm18
	vbroadcastss (r8,r5,4), zmm3
	leaq (r8,r5,4), r7
	vfmadd231ps zmm3, zmm0, zmm19
	vfmadd231ps zmm3, zmm1, zmm20
	vfmadd231ps zmm3, zmm2, zmm21
	vbroadcastss (r6,r7), zmm3
	addq r6, r7
	vfmadd231ps zmm3, zmm0, zmm22
	vfmadd231ps zmm3, zmm1, zmm23
	vfmadd231ps zmm3, zmm2, zmm24
	vbroadcastss (r6,r7), zmm3
	vfmadd231ps zmm0, zmm3, zmm25
	vfmadd231ps zmm1, zmm3, zmm26
	vfmadd231ps zmm3, zmm2, zmm27
	incq r9
	addq r10, r4
	addq $192, r3
	addq r11, r1
	cmpq r12, r9
	jbe loop
