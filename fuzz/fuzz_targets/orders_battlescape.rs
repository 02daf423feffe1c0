#![no_main]
libfuzzer_sys::fuzz_target!(|text: &str| fracas_crosscheck::hostile::try_on(
    "orders_battlescape",
    text
));
