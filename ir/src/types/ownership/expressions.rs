//! The walk over expressions: the owners that each value shares, and the places that take arrays over.

use super::branches::Way;
use super::value::Value;
use super::{How, Ownership};
use crate::source::Span;
use crate::syntax::tree::{
    BinaryOperator, Block, Closure, Expression, ExpressionKind, Pattern, PatternKind, Statement,
};
use crate::types::builtin::Builtin;
use crate::types::context::ParameterType;
use crate::types::infer::{FreeFunction, LocalKind, Meaning, place_root};
use crate::types::walk::{Child, each_child};

impl Ownership<'_, '_> {
    pub(super) fn block(&mut self, block: &Block) -> Value {
        for statement in &block.statements {
            match statement {
                Statement::Let(pattern, _, value) => {
                    let shared = self.expression(value);
                    match &pattern.kind {
                        // Arrays of products are an array for each component, which go ways of
                        // their own: to take one over takes the whole apart.
                        PatternKind::Tuple(list)
                            if list.iter().any(is_mutable) && self.is_unzipped(value) =>
                        {
                            self.take_over(&shared, value.span, How::LetMut, Some(value));
                            self.bind(pattern, Value::default(), None);
                        }
                        // The value itself is taken over; of a tuple, a part of it is.
                        PatternKind::Binding { .. } => self.bind(pattern, shared, Some(value)),
                        _ => self.bind(pattern, shared, None),
                    }
                }
                Statement::Expression(expression) => {
                    self.expression(expression);
                    self.throw_away(expression);
                }
            }
        }
        block.value.as_ref().map_or(Value::default(), |value| self.expression(value))
    }

    fn is_unzipped(&self, value: &Expression) -> bool {
        matches!(self.meaning(value.id), Some(Meaning::Builtin(Builtin::Unzip)))
    }

    /// Marks the arrays that a statement took over to make its value: they are lost, as the value is thrown
    /// away.
    fn throw_away(&mut self, statement: &Expression) {
        if let ExpressionKind::Method(receiver, ..) = &statement.kind
            && let Some(Meaning::Builtin(builtin)) = self.meaning(statement.id)
        {
            let (taken, lost) = (How::Destination(builtin.name()), How::Lost(builtin.name()));
            for moved in self.moves.values_mut() {
                if moved.span == receiver.span && moved.how == taken {
                    moved.how = lost;
                }
            }
        }
    }

    /// The owners whose elements the value of an expression shares.
    fn expression(&mut self, expression: &Expression) -> Value {
        match &expression.kind {
            ExpressionKind::Path(_) => self.name(expression),
            ExpressionKind::Reference(inner) => self.expression(inner),
            ExpressionKind::Tuple(fields) => {
                Value::Product(fields.iter().map(|field| self.expression(field)).collect())
            }
            ExpressionKind::Field(inner, _) => match self.part(expression) {
                // Only the part that is named is used, not the whole tuple.
                Some((local, span, value)) => {
                    self.check_use(local, &value, span);
                    value
                }
                None => {
                    let value = self.expression(inner);
                    let position = self.position(expression);
                    value.field(position).seen_as(self.ty(expression.id))
                }
            },
            ExpressionKind::Index(inner, index) => {
                let value = self.expression(inner);
                self.expression(index);
                value.seen_as(self.ty(expression.id))
            }
            ExpressionKind::Block(block) => self.block(block),
            ExpressionKind::If(condition, then, otherwise) => {
                self.expression(condition);
                let fork = self.fork();
                let value = self.block(then);
                let then = self.back(fork, value);
                let value = otherwise
                    .as_ref()
                    .map_or(Value::default(), |otherwise| self.expression(otherwise));
                let otherwise = self.back(fork, value);
                self.meet(vec![then, otherwise])
            }
            ExpressionKind::Match(subject, arms) => {
                let subject = self.expression(subject);
                let mut ways = Vec::new();
                for arm in arms {
                    let fork = self.fork();
                    self.bind(&arm.pattern, subject.clone(), None);
                    let guard = arm.guard.as_ref().map(|guard| {
                        self.expression(guard);
                        let way = self.back(fork, Value::default());
                        self.follow(way.clone());
                        way
                    });
                    let value = self.expression(&arm.body);
                    ways.push(self.back(fork, value));
                    // Later arms come behind the guards that did not hold.
                    if let Some(guard) = guard {
                        self.meet(vec![guard, Way::default()]);
                    }
                }
                self.meet(ways)
            }
            ExpressionKind::For(pattern, items, body) => {
                let items = self.expression(items);
                self.perhaps(|check| {
                    check.twice(|check| {
                        check.lend(pattern, &items);
                        check.block(body);
                    });
                });
                Value::default()
            }
            ExpressionKind::While(condition, body) => {
                self.expression(condition);
                self.perhaps(|check| {
                    check.twice(|check| {
                        check.block(body);
                        check.expression(condition);
                    });
                });
                Value::default()
            }
            ExpressionKind::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
                self.expression(left);
                self.perhaps(|check| {
                    check.expression(right);
                });
                Value::default()
            }
            ExpressionKind::Assign(_, target, value) => {
                self.expression(value);
                self.assign(target);
                Value::default()
            }
            ExpressionKind::Call(_, arguments) => self.call(expression, arguments),
            ExpressionKind::Method(receiver, _, arguments) => {
                self.method(expression, receiver, arguments)
            }
            ExpressionKind::Closure(closure) => {
                self.closure(closure, &[]);
                Value::default()
            }
            _ => {
                each_child(expression, &mut |part| {
                    if let Child::Expression(part) = part {
                        self.expression(part);
                    }
                });
                Value::default()
            }
        }
    }

    fn position(&self, field: &Expression) -> usize {
        match self.meaning(field.id) {
            Some(Meaning::Field(position)) => *position,
            _ => 0,
        }
    }

    /// The local, its place and the value that a field of a field of … a local shares.
    fn part(&self, expression: &Expression) -> Option<(usize, Span, Value)> {
        match &expression.kind {
            ExpressionKind::Path(_) => match self.meaning(expression.id) {
                Some(Meaning::Local(local)) => {
                    let value = self.values.get(local).cloned().unwrap_or_default();
                    Some((*local, expression.span, value))
                }
                _ => None,
            },
            ExpressionKind::Field(inner, _) => {
                let (local, span, value) = self.part(inner)?;
                let value = value.field(self.position(expression));
                Some((local, span, value.seen_as(self.ty(expression.id))))
            }
            _ => None,
        }
    }

    /// A loop's body: the second round meets the arrays that the first one took over.
    fn twice(&mut self, mut body: impl FnMut(&mut Self)) {
        body(self);
        if !self.again {
            self.again = true;
            body(self);
            self.again = false;
        }
    }

    /// After `a = e` the name stands for a new array; `a[i] = e` uses the old one.
    fn assign(&mut self, target: &Expression) {
        let Some(root) = place_root(target) else { return };
        if let (ExpressionKind::Path(_), Some(Meaning::Local(local))) =
            (&target.kind, self.meaning(root.id))
        {
            let local = *local;
            let value = self.fresh(local, None);
            self.stands_for(local, value);
        } else {
            self.expression(target);
        }
    }

    /// The name of a local, which must not have been taken over.
    fn name(&mut self, expression: &Expression) -> Value {
        let Some(Meaning::Local(local)) = self.meaning(expression.id) else {
            return Value::default();
        };
        let local = *local;
        let value = self.values.get(&local).cloned().unwrap_or_default();
        self.check_use(local, &value, expression.span);
        value
    }

    fn call(&mut self, expression: &Expression, arguments: &[Expression]) -> Value {
        match self.meaning(expression.id) {
            Some(Meaning::Function(callee, _)) => {
                let callee = &self.context.functions[*callee];
                let mut values = Vec::new();
                for (argument, parameter) in arguments.iter().zip(&callee.parameters) {
                    match (&argument.kind, parameter) {
                        (ExpressionKind::Closure(closure), _) => self.closure(closure, &[]),
                        (_, ParameterType::Value { ty, borrowed }) => {
                            let owned = !borrowed && ty.holds_array();
                            values.push((self.expression(argument), argument.span, owned));
                        }
                        _ => {}
                    }
                }
                self.check_arguments(&values);
                let given = arguments
                    .iter()
                    .filter(|argument| values.iter().any(|(_, span, _)| *span == argument.span));
                let given: Vec<&Expression> = given.collect();
                for ((value, span, owned), argument) in values.into_iter().zip(given) {
                    if owned {
                        self.take_over(&value, span, How::Argument, Some(argument));
                    }
                }
                Value::default()
            }
            Some(Meaning::Free(FreeFunction::Zip)) => {
                let parts = arguments.iter().map(|argument| self.expression(argument));
                let whole = parts.fold(Value::default(), Value::or);
                whole.seen_as(self.ty(expression.id))
            }
            _ => {
                for argument in arguments {
                    self.expression(argument);
                }
                Value::default()
            }
        }
    }

    fn method(
        &mut self,
        expression: &Expression,
        receiver: &Expression,
        arguments: &[Expression],
    ) -> Value {
        let Some(Meaning::Builtin(builtin)) = self.meaning(expression.id).cloned() else {
            self.expression(receiver);
            arguments.iter().for_each(|argument| {
                self.expression(argument);
            });
            return Value::default();
        };
        let elements = self.expression(receiver);
        let mut values: Vec<(Value, Span)> = Vec::new();
        for argument in arguments {
            match &argument.kind {
                ExpressionKind::Closure(closure) => {
                    // The accumulator of a fold is a temporary, the element is not.
                    let handed: Vec<Value> = match builtin {
                        Builtin::Fold
                        | Builtin::Reduce
                        | Builtin::Scan
                        | Builtin::ScanExclusive => vec![Value::default(), elements.clone()],
                        Builtin::ScatterWith => vec![],
                        _ => vec![elements.clone()],
                    };
                    self.closure(closure, &handed);
                }
                _ => {
                    let value = self.expression(argument);
                    values.push((value, argument.span));
                }
            }
            self.takes_rows(builtin, argument, &elements);
        }
        if builtin.consumes() {
            self.check_destination(&elements, receiver.span, &values);
            let how = How::Destination(builtin.name());
            self.take_over(&elements, receiver.span, how, Some(receiver));
            return Value::default();
        }
        if builtin == Builtin::Clone || !builtin.is_view() {
            return Value::default();
        }
        let shared = values.into_iter().fold(elements, |all, (value, _)| match builtin {
            Builtin::Zip => all.or(value),
            _ => all,
        });
        Value::Whole(shared.owners()).seen_as(self.ty(expression.id))
    }

    /// `xs.map(f)` where `f` is a function that takes its parameter over.
    fn takes_rows(&mut self, builtin: Builtin, argument: &Expression, elements: &Value) {
        let Some(Meaning::Function(callee, _)) = self.meaning(argument.id) else { return };
        if !matches!(argument.kind, ExpressionKind::Path(_)) {
            return;
        }
        let first = usize::from(matches!(
            builtin,
            Builtin::Fold | Builtin::Reduce | Builtin::Scan | Builtin::ScanExclusive
        ));
        let takes = match self.context.functions[*callee].parameters.get(first) {
            Some(ParameterType::Value { ty, borrowed }) => !borrowed && ty.holds_array(),
            _ => false,
        };
        if takes && let Some(owner) = elements.owners().into_iter().next() {
            self.report_row(self.owners[owner].local, "row", argument.span);
        }
    }

    /// A closure that is handed elements of the given arrays; missing values are temporary.
    fn closure(&mut self, closure: &Closure, handed: &[Value]) {
        self.depth += 1;
        for (position, (pattern, _)) in closure.parameters.iter().enumerate() {
            let elements = handed.get(position).cloned().unwrap_or_default();
            self.lend(pattern, &elements);
        }
        self.expression(&closure.body);
        self.depth -= 1;
    }

    /// Returns true if a local is an array of the function (and not a function or a neighbourhood).
    pub(super) fn is_array(&self, local: usize) -> bool {
        !matches!(self.typed.locals[local].kind, LocalKind::Function(..) | LocalKind::Neighbour(..))
    }
}

fn is_mutable(pattern: &Pattern) -> bool {
    matches!(pattern.kind, PatternKind::Binding { mutable: true, .. })
}
