package com.example;

class H2DataSourceTest extends DataSourceContract {
    @Override
    String url() {
        return "jdbc:h2:mem:pooled;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000";
    }
}
