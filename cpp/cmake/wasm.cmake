# Every flag the WebAssembly build adds, each with its reason. Holds for Emscripten 3.1.6 and for current releases.

# Nothing in the library throws or asks for a type's name; without these two the module is a third smaller. The linker
# picks Embind's own library by them too: with the wrong one every type is unknown at run time.
add_compile_options(-fno-exceptions -fno-rtti)
add_link_options(-fno-exceptions -fno-rtti)
# Embind looks up type names unless told that there are none.
add_compile_definitions(EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
if(NOT ADDNORM_SCALAR)
  # 128-bit SIMD. The relaxed instructions stay off: their results depend on the machine.
  add_compile_options(-msimd128)
  add_link_options(-msimd128)
endif()

# Targets compiled without it all the same.
function(addnorm_wasm_without_simd)
  foreach(target ${ARGN})
    target_compile_options(${target} PRIVATE -mno-simd128)
  endforeach()
endfunction()

# What runs once a pass or once a run, and not once a number, is compiled to be small: a twentieth of the module, and no
# slower step.
file(GLOB ADDNORM_ONCE_A_PASS CONFIGURE_DEPENDS cpp/src/model/*.cpp cpp/src/train/*.cpp cpp/src/math/random.cpp
  cpp/src/math/sincos.cpp)
list(FILTER ADDNORM_ONCE_A_PASS EXCLUDE REGEX probes)
set_source_files_properties(${ADDNORM_ONCE_A_PASS} PROPERTIES COMPILE_OPTIONS -Os)

# A module that pages, workers and Node load: <name>.mjs (the glue) and <name>.wasm.
function(addnorm_wasm_module target name)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .mjs)
  target_link_options(${target} PRIVATE
    # The glue is a module whose default export makes one instance a call: workers and widgets each have their own.
    -sMODULARIZE=1
    -sEXPORT_ES6=1
    -sEXPORT_NAME=createAddnorm
    # web/lib hands the glue its compiled module, so none of the glue's own ways to find a file may remain:
    # not Node's (broken in 3.1.6 on Node 18 and later), and not import.meta (not every bundler takes it).
    -sENVIRONMENT=web,worker
    -sUSE_ES6_IMPORT_META=0
    # The two fields of the factory's argument that web/lib sets; current releases ignore what is not listed.
    -sINCOMING_MODULE_JS_API=[instantiateWasm,wasmBinary]
    # Ten widgets on one page are ten instances, so each starts small and grows when its run is planned.
    -sALLOW_MEMORY_GROWTH=1
    -sINITIAL_MEMORY=1MB
    -sTOTAL_STACK=64KB
    -sMAXIMUM_MEMORY=256MB
    # A run allocates when it is made and not while it trains, so a small allocator does; the usual one is a tenth of the module.
    -sMALLOC=emmalloc
    # Growing asks for what is missing and not for a fifth of all memory more: a run is planned, and then grows no further.
    -sMEMORY_GROWTH_GEOMETRIC_STEP=0
    # The optimizer goes on until nothing is gained any more, and leaves large functions apart, even those with one
    # caller: of a step in one piece engines make slower code.
    -sBINARYEN_EXTRA_PASSES=--converge,--one-caller-inline-max-function-size=300
    # No file is opened.
    -sFILESYSTEM=0)
endfunction()

# What the module needs for the table of cpp/bindings/bindings.cpp.
function(addnorm_wasm_bindings target)
  target_link_options(${target} PRIVATE
    --bind
    # Embind writes its callers with new Function unless told not to, which a content security policy forbids.
    -sDYNAMIC_EXECUTION=0
    # web/lib copies arrays in and out through these views; 3.1.6 exports them anyway, current releases only if asked.
    -sEXPORTED_RUNTIME_METHODS=[HEAPU8,HEAP32,HEAPF32,HEAPF64])
endfunction()

# Plain functions of C, called from outside by name; the module has no main function.
function(addnorm_wasm_exports target)
  list(TRANSFORM ARGN PREPEND _ OUTPUT_VARIABLE names)
  list(JOIN names "," names)
  target_link_options(${target} PRIVATE --no-entry "-sEXPORTED_FUNCTIONS=[${names}]")
endfunction()

# A program that runs in Node under ctest.
function(addnorm_wasm_program target)
  target_link_options(${target} PRIVATE
    # The wasm stands inside the script: the script's own way to find a file fails on Node 18 and later.
    -sSINGLE_FILE=1
    -sENVIRONMENT=node
    # The exit code of main is the exit code of the program.
    -sEXIT_RUNTIME=1
    # Files are read from the real disk.
    -sNODERAWFS=1
    # The oracles hold whole models in double, and deep call trees of GoogleTest stand on the stack.
    -sALLOW_MEMORY_GROWTH=1
    -sINITIAL_MEMORY=64MB
    -sTOTAL_STACK=4MB)
  # The folder above says "type": "module", and the script is not one.
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/package.json "{ \"type\": \"commonjs\" }\n")
endfunction()

# Watches every load and store: slow, and what WebAssembly itself lets pass ends the program in words.
function(addnorm_wasm_checks target)
  target_link_options(${target} PRIVATE
    # Half of what the module has. Of two such settings the last one counts.
    -sTOTAL_STACK=32KB
    # Without this a stack that overflows runs into the data below it, in silence.
    -sSTACK_OVERFLOW_CHECK=2
    # A load or store at null, outside of memory or, for what is not a vector, unaligned.
    -sSAFE_HEAP=1
    # The runtime's own checks.
    -sASSERTIONS=2)
endfunction()
