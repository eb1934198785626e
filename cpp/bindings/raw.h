// Embind passes no pointers to plain numbers, so an address crosses the boundary as an unsigned integer.
// Raw<&f>::call is f with every pointer, among its arguments and as its result, in that form; it does nothing
// else.
#pragma once

#include <cstdint>
#include <type_traits>

namespace addnorm::bindings {

template <typename T>
using Wire = std::conditional_t<std::is_pointer_v<T>, std::uintptr_t, T>;

template <typename T>
T from_wire(Wire<T> value) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<T>(value);
  } else {
    return value;
  }
}

template <typename T>
Wire<T> to_wire(T value) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<std::uintptr_t>(value);
  } else {
    return value;
  }
}

template <auto F>
struct Raw;

template <typename Result, typename... Args, Result (*F)(Args...)>
struct Raw<F> {
  static Wire<Result> call(Wire<Args>... args) {
    if constexpr (std::is_void_v<Result>) {
      F(from_wire<Args>(args)...);
    } else {
      return to_wire(F(from_wire<Args>(args)...));
    }
  }
};

template <typename Result, typename Class, typename... Args, Result (Class::*F)(Args...)>
struct Raw<F> {
  static Wire<Result> call(Class& self, Wire<Args>... args) {
    if constexpr (std::is_void_v<Result>) {
      (self.*F)(from_wire<Args>(args)...);
    } else {
      return to_wire((self.*F)(from_wire<Args>(args)...));
    }
  }
};

template <typename Result, typename Class, typename... Args, Result (Class::*F)(Args...) const>
struct Raw<F> {
  static Wire<Result> call(const Class& self, Wire<Args>... args) {
    if constexpr (std::is_void_v<Result>) {
      (self.*F)(from_wire<Args>(args)...);
    } else {
      return to_wire((self.*F)(from_wire<Args>(args)...));
    }
  }
};

}  // namespace addnorm::bindings
