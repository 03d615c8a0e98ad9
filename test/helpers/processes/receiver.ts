// A receiver of webhooks in a process of its own: says where it listens, and when it is asked, how much it got.
import { answer, Receiver } from '../servers/receiver.ts';

const ids = new Set<string>();
const receiver = await new Receiver(
  (received, ...rest) => {
    ids.add(received.event.id);
    answer(200)(received, ...rest);
  },
  { keeps: false },
).listen();
process.on('message', () => process.send!({ deliveries: receiver.count, events: ids.size }));
process.on('disconnect', () => process.exit(0));
process.send!({ url: receiver.url });
