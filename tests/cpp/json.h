// As much of JSON as our golden files need: objects, arrays, numbers, true, false and texts without escapes.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace addnorm::test {

struct Json {
  double number = 0.0;
  bool is_true = false;
  std::string text;
  std::vector<Json> items;
  std::map<std::string, Json> fields;

  // A field that must be there.
  const Json& operator[](const std::string& name) const;
};

// Ends the test program if the text is not what it should be.
Json parse_json(const std::string& text);

}  // namespace addnorm::test
