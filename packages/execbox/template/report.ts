// A guest program: it could have been written by a model. It sees shop, input and nothing else.
const orders = await shop.orders({ customer: input.customer });
const worth = await Promise.all(
  orders.map(async ({ total, currency }) => total * (await shop.rate({ currency }))),
);
console.log("orders:", orders.length);
({ customer: input.customer, eur: worth.reduce((sum, value) => sum + value, 0) });
