loop:
	vbroadcastss -1540(r0,r1), ymm0
	vmovups -224(r2), ymm1
	vmovups -192(r2), ymm2
	vfmadd231ps ymm0, ymm1, ymm3
	vfmadd231ps ymm0, ymm2, ymm4
	vbroadcastss -1156(r0,r1), ymm0
	vfmadd231ps ymm0, ymm1, ymm5
	vfmadd231ps ymm0, ymm2, ymm6
	vbroadcastss -772(r0,r1), ymm0
	vfmadd231ps ymm0, ymm1, ymm7
	vfmadd231ps ymm0, ymm2, ymm8
	vbroadcastss -388(r0,r1), ymm0
	vfmadd231ps ymm0, ymm1, ymm9
	vfmadd231ps ymm0, ymm2, ymm10
	vbroadcastss -4(r0,r1), ymm0
	vfmadd231ps ymm0, ymm1, ymm11
	vfmadd231ps ymm0, ymm2, ymm12
	vbroadcastss 380(r0,r1), ymm0
	vfmadd231ps ymm1, ymm0, ymm13
	vmovups -32(r2), ymm1
	vfmadd231ps ymm0, ymm2, ymm14
	vmovups (r2), ymm0
	vbroadcastss -1536(r0,r1), ymm2
	vfmadd231ps ymm2, ymm1, ymm3
	vfmadd231ps ymm2, ymm0, ymm4
	vbroadcastss -1152(r0,r1), ymm2
	vfmadd231ps ymm2, ymm1, ymm5
	vfmadd231ps ymm2, ymm0, ymm6
	vbroadcastss -768(r0,r1), ymm2
	vfmadd231ps ymm2, ymm1, ymm7
	vfmadd231ps ymm2, ymm0, ymm8
	vbroadcastss -384(r0,r1), ymm2
	vfmadd231ps ymm2, ymm1, ymm9
	vfmadd231ps ymm2, ymm0, ymm10
	vbroadcastss (r0,r1), ymm2
	vfmadd231ps ymm2, ymm1, ymm11
	vfmadd231ps ymm2, ymm0, ymm12
	vbroadcastss 384(r0,r1), ymm2
	vfmadd231ps ymm1, ymm2, ymm13
	vfmadd231ps ymm2, ymm0, ymm14
	addq $384, r2
	addq $8, r1
	jne loop
