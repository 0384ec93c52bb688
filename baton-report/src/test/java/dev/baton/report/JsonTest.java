package dev.baton.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void keepsOrderAndNesting() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put("a", List.of(true, "x"));
        assertThat(Json.of(map)).isEqualTo("""
                {
                  "z": 1,
                  "a": [
                    true,
                    "x"
                  ]
                }""");
    }

    @Test
    void escapesWhatJsonForbids() {
        assertThat(Json.of("a\"b\\c\nd\u0001\u2028")).isEqualTo("\"a\\\"b\\\\c\\nd\\u0001\\u2028\"");
    }

    @Test
    void writesWhatIsNoNumberAsNull() {
        assertThat(Json.of(Arrays.asList(null, Double.NaN, 1.5))).isEqualToIgnoringWhitespace("[null,null,1.5]");
    }

    @Test
    void writesEmptyThings() {
        assertThat(Json.of(Map.of())).isEqualTo("{}");
        assertThat(Json.of(List.of())).isEqualTo("[]");
    }
}
