// Embind writes the name of a type that it does not know with sprintf("%p"): its one use of printf, which
// would be a twenty-fifth of the module. This is what is left of it: the address, in hexadecimal.
// Emscripten 3.1.6 calls siprintf, current releases snprintf; nothing else in the module calls either
// (config.cpp writes its numbers itself), and any other format ends the program.
#include <cstdarg>
#include <cstddef>
#include <cstdint>

namespace {

int write_address(char* text, const char* format, std::va_list arguments) {
  if (format[0] != '%' || format[1] != 'p' || format[2] != '\0') __builtin_trap();
  const auto address = reinterpret_cast<std::uintptr_t>(va_arg(arguments, const void*));
  constexpr int kDigits = 2 * sizeof(address);
  for (int i = 0; i < kDigits; ++i) text[i] = "0123456789abcdef"[address >> (4 * (kDigits - 1 - i)) & 15];
  text[kDigits] = '\0';
  return kDigits;
}

}  // namespace

extern "C" int siprintf(char* text, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = write_address(text, format, arguments);
  va_end(arguments);
  return written;
}

extern "C" int snprintf(char* text, std::size_t, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int written = write_address(text, format, arguments);
  va_end(arguments);
  return written;
}
