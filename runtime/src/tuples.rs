//! The tuples that traits of this crate are implemented for: generated code bundles larger ones
//! into tuples of tuples of these.

/// Calls a macro with the tuples of two to eight lists: names for the elements and for the lists, and a
/// position for each.
macro_rules! for_tuples_of_lists {
    ($implement:ident) => {
        $implement! {
            A a 0, B b 1;
            A a 0, B b 1, C c 2;
            A a 0, B b 1, C c 2, D d 3;
            A a 0, B b 1, C c 2, D d 3, E e 4;
            A a 0, B b 1, C c 2, D d 3, E e 4, F f 5;
            A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6;
            A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7;
        }
    };
}

/// Calls a macro with the tuples of one to twelve parts: a name and a position for each part.
macro_rules! for_tuples {
    ($implement:ident) => {
        $implement! {
            (A 0);
            (A 0, B 1);
            (A 0, B 1, C 2);
            (A 0, B 1, C 2, D 3);
            (A 0, B 1, C 2, D 3, E 4);
            (A 0, B 1, C 2, D 3, E 4, F 5);
            (A 0, B 1, C 2, D 3, E 4, F 5, G 6);
            (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
            (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
            (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
            (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
            (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
        }
    };
}
