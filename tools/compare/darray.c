// What MPI's `darray` and `subarray` select: reads a line for each type, prints the offsets of its elements.
//
// Line: `d SIZE RANK NDIMS ORDER`, then four lists of NDIMS integers: sizes, distributions (0 block, 1 cyclic, 2 none),
// arguments (-1 for the default), processes. Or `s NDIMS ORDER`, then three lists: sizes, parts, starts. ORDER is C or F.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void list(int n, int *values) {
    for (int k = 0; k < n; k++)
        if (scanf("%d", values + k) != 1) exit(1);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    char kind, order;
    while (scanf(" %c", &kind) == 1) {
        int size, rank, n, a[4], b[4], c[4], d[4], failed;
        MPI_Datatype type;
        if (kind == 'd') {
            if (scanf("%d %d %d %c", &size, &rank, &n, &order) != 4) return 1;
            list(n, a), list(n, b), list(n, c), list(n, d);
            static const int kinds[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};
            for (int k = 0; k < n; k++) {
                b[k] = kinds[b[k]];
                c[k] = c[k] < 0 ? MPI_DISTRIBUTE_DFLT_DARG : c[k];
            }
            failed = MPI_Type_create_darray(size, rank, n, a, b, c, d, order == 'C' ? MPI_ORDER_C : MPI_ORDER_FORTRAN,
                                            MPI_INT, &type);
        } else {
            if (scanf("%d %c", &n, &order) != 2) return 1;
            list(n, a), list(n, b), list(n, c);
            failed = MPI_Type_create_subarray(n, a, b, c, order == 'C' ? MPI_ORDER_C : MPI_ORDER_FORTRAN, MPI_INT, &type);
        }
        if (failed != MPI_SUCCESS) {
            puts("refused");
            continue;
        }
        int count = 1, bytes, at = 0;
        for (int k = 0; k < n; k++) count *= a[k];
        int *all = malloc(count * sizeof *all), *packed = malloc(count * sizeof *packed + 64);
        for (int k = 0; k < count; k++) all[k] = k;
        MPI_Type_commit(&type);
        MPI_Type_size(type, &bytes);
        MPI_Pack(all, 1, type, packed, count * (int)sizeof *packed, &at, MPI_COMM_WORLD);
        for (int k = 0; k < bytes / (int)sizeof *packed; k++) printf("%d ", packed[k]);
        puts("");
        MPI_Type_free(&type);
        free(all), free(packed);
    }
    MPI_Finalize();
}
