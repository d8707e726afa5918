// Answers every request at once: the floor under anything that goes through NATS.
import { connect } from "@nats-io/transport-node";

const connection = await connect({ servers: process.argv[2] });
connection.subscribe("bench.echo", { callback: (_error, message) => message.respond("2") });
await connection.flush();
console.log("ready");
