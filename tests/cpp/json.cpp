#include "json.h"

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace addnorm::test {
namespace {

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  Json whole() {
    Json json = value();
    if (next() != '\0') fail("the end");
    return json;
  }

 private:
  [[noreturn]] void fail(const char* expected) const {
    std::fprintf(stderr, "JSON: expected %s at byte %zu\n", expected, at_);
    std::abort();
  }

  // The next character that is not a space; the end is a zero.
  char next() {
    at_ = text_.find_first_not_of(" \n\r\t", at_);
    if (at_ == std::string::npos) at_ = text_.size();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }

  bool take_word(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }

  std::string quoted() {
    if (!take('"')) fail("a text");
    const std::size_t end = text_.find('"', at_);
    if (end == std::string::npos) fail("the end of a text");
    const std::string result = text_.substr(at_, end - at_);
    at_ = end + 1;
    return result;
  }

  Json value() {
    Json json;
    if (take('{')) {
      while (!take('}')) {
        const std::string name = quoted();
        if (!take(':')) fail("a colon");
        json.fields[name] = value();
        if (!take(',') && next() != '}') fail("a comma");
      }
    } else if (take('[')) {
      while (!take(']')) {
        json.items.push_back(value());
        if (!take(',') && next() != ']') fail("a comma");
      }
    } else if (next() == '"') {
      json.text = quoted();
    } else if (take_word("true")) {
      json.is_true = true;
    } else if (!take_word("false")) {
      char* end = nullptr;
      json.number = std::strtod(text_.c_str() + at_, &end);
      const std::size_t length = static_cast<std::size_t>(end - (text_.c_str() + at_));
      if (length == 0) fail("a value");
      at_ += length;
    }
    return json;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

const Json& Json::operator[](const std::string& name) const {
  const auto found = fields.find(name);
  if (found == fields.end()) {
    std::fprintf(stderr, "JSON: no field %s\n", name.c_str());
    std::abort();
  }
  return found->second;
}

Json parse_json(const std::string& text) {
  return Parser(text).whole();
}

}  // namespace addnorm::test
