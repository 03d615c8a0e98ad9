// What staff fill in where the API takes any object: it is kept as an object all the same.
import { z } from 'zod';

const line = (description: string) => z.string().nullish().describe(description);

export const forms: Readonly<Record<string, z.ZodObject>> = {
  shipping_address: z
    .strictObject({
      recipient_name: line('Who receives it.'),
      recipient_phone: line('Whom the courier calls.'),
      address_line: line('House, road, village.'),
      area: line('Area, thana or upazila.'),
      city: line('City or district.'),
      district: line('District, where the city is not enough.'),
      postal_code: line('Postal code.'),
      landmark: line('What is near it.'),
      note: line('A remark for the courier.'),
    })
    .describe('Where an order goes.'),
};
