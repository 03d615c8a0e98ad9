// Small files as the shops export them, with what makes such files hard: Bengali, line breaks and commas in quotes, rows that
// only carry a picture, products without SKUs.

/** A saree with two sizes and a picture more, and a mug without options, stock or SKU. */
export const shopifyFile = `Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Cost per item,Status
jamdani-saree,জামদানি শাড়ি,"<p>হাতে বোনা,
""ঢাকাই"" জামদানি।</p><script>alert(1)</script>",আড়ং,,Sarees,"eid, cotton",TRUE,Size,M,Colour,লাল,,,JAM-M-RED,650,shopify,12,deny,manual,4500.00,5200.00,TRUE,TRUE,'8901234567890,https://cdn.example/jam-1.jpg,2,Front,FALSE,,,https://cdn.example/jam-red.jpg,g,2100.50,active
jamdani-saree,,,,,,,,,L,,লাল,,,JAM-L-RED,700,shopify,-2,deny,manual,4700.00,,TRUE,TRUE,,https://cdn.example/jam-2.jpg,1,,,,,,g,2100.50,
jamdani-saree,,,,,,,,,,,,,,,,,,,,,,,,,http://cdn.example/jam-3.jpg,3,,,,,,,,
clay-mug,"Clay mug, ""big""",Plain text,,,,,FALSE,Title,Default Title,,,,,,250,,0,deny,manual,"1,250",,TRUE,TRUE,,,,,FALSE,,,,g,,draft
`;

/** The same two shelves as WooCommerce writes them; the variations stand before their product. */
export const wooFile = `ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","In stock?",Stock,"Low stock amount","Weight (kg)","Length (cm)","Width (cm)","Height (cm)","Sale price","Regular price",Categories,Tags,Images,Parent,Position,Brands,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global"
12,variation,PUN-M,,"Panjabi - M",1,0,visible,,,,,taxable,1,8,2,0.4,30,20,5,1800,2000,,,https://cdn.example/pun-m.jpg,id:11,1,,Size,M,,1
13,variation,PUN-L,,"Panjabi - L",1,0,visible,,,2020-01-01,2020-02-01,taxable,1,5,,0.42,,,,1700,2000,,,,id:11,2,,Size,L,,1
11,variable,,,"Panjabi, white",1,0,visible,Short,"One\\nTwo",,,taxable,1,,,,,,,,,"Men > Panjabi, Eid",,https://cdn.example/pun.jpg,,0,Aarong,Size,"M, L",1,1
14,simple,,880123,মধু,1,0,visible,,,,,taxable,1,3,,1,,,,,650,Food,,,,0,,,,,
15,grouped,SET-1,,Gift set,1,0,visible,,,,,taxable,1,,,,,,,,,,,,,0,,,,,
16,variation,LOST-1,,"Lost - S",1,0,visible,,,,,taxable,1,1,,,,,,,10,,,,id:99,0,,Size,S,,1
`;

export const customerFile = `full_name,phone,email,gender,status,address_line,area,city,postal_code
নাসরিন আক্তার,01712 345678,nasrin@example.com,female,active,"House 7, Road 3",Dhanmondi,Dhaka,1205
নাসরিন আক্তার,+8801712345678,,,,"Village home",,Cumilla,
Karim,01812345678,,,blocked,,,,
Nobody,12,,,,,,,
`;

/** The second order has two lines; the third does not add up. */
export const orderFile = `order_number,status,customer_name,customer_phone,customer_email,address_line,area,city,postal_code,sku,quantity,unit_price,shipping_charge,tax_amount,paid_amount,payment_method,transaction_id,cod_amount,note
W-1001,confirmed,Karim,01812345678,,"House 1",,Dhaka,,PUN-M,1,1800,60,,,,,1860,Call first
W-1002,,Rahima,01912345678,,,,,,PUN-M,1,,100,,500,bKash,TX9,3100,
W-1002,,,,,,,,,PUN-L,1,1700,,,,,,,
W-1003,pending,Rahima,01912345678,,,,,,PUN-L,1,2000,60,,,,,2000,
W-1004,delivered,Rahima,01912345678,,,,,,PUN-L,1,2000,60,,,,,2060,
`;

/** As spreadsheets write it that quote every cell. */
export const writeSheet = (rows: readonly (readonly string[])[], separator = ',') =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\n');
