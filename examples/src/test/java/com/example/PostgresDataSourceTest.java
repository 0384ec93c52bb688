package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Against a real server, where one is installed: started by the test, on loopback. */
class PostgresDataSourceTest extends DataSourceContract {
    private static PostgresServer server;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(PostgresServer.isInstalled(), "no PostgreSQL here; apt-get install postgresql brings one");
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Override
    String url() {
        return server.url();
    }

    @Test
    void connectionThatTheServerHasDroppedIsReplaced() throws Exception {
        int process;
        try (Connection connection = pooled.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
            rows.next();
            process = rows.getInt(1);
        }
        try (Connection other = origin().getConnection(); Statement statement = other.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(" + process + ")");
            statement.execute("SELECT pg_sleep(0.2)");
        }
        assertEquals(0, amount());
        assertEquals(1, pooled.statistics().invalid());
        assertEquals(2, pooled.statistics().created());
    }
}
