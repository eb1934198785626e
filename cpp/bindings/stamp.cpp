// The module's stamp, a custom section "addnorm" with version and build: web/lib refuses a module of another
// version (a page whose script and wasm come from different releases) and knows which glue belongs to a
// module it was handed.
#define ADDNORM_TEXT_OF(x) #x
#define ADDNORM_TEXT(x) ADDNORM_TEXT_OF(x)

#if defined(ADDNORM_SCALAR) && ADDNORM_SCALAR
#define ADDNORM_BUILD "scalar"
#else
#define ADDNORM_BUILD "simd"
#endif

__asm__(".section .custom_section.addnorm,\"\",@\n.ascii \"" ADDNORM_TEXT(ADDNORM_VERSION) " " ADDNORM_BUILD
                                                                                           "\"\n.text");
