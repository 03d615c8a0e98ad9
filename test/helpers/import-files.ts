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

/** Customers as Shopify exports them: a kept zero, a phone of the address only, a foreign one, one without, no name. */
export const shopifyCustomerFile = `Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags
'9001,Salma,Begum,salma@example.com,yes,,"House 4, Road 9",Flat 3B,Dhaka,BD-13,BD,'1209,,'+8801711000001,no,4500.00,3,,no,vip
'9002,Rafi,,rafi@example.com,no,,Sadar Road,,Bogura,,BD,'5800,01711-000 002,,no,0.00,0,,no,
'9003,Ann,Smith,ann@example.com,no,,5 High Street,,Leeds,,GB,LS1,,+447700900123,no,0.00,1,,no,
'9004,,,news@example.com,yes,,,,,,,,,,no,0.00,0,,no,newsletter
`;

/** Orders as Shopify exports them: a discount over three units, tax in the prices, one paid, one sent, one with refunds. */
export const shopifyOrderFile = `Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Phone
#2001,karim@example.com,pending,,unfulfilled,,no,BDT,1900.00,60.00,90.00,1960.00,EID,100.00,Home,2026-05-01 10:00:00 +0600,3,Mug - Red,400.00,,MUG-R,true,true,pending,Karim Mia,"House 1",House 1,,,Dhaka,'1205,,BD,01812345678,Karim Mia,"Shop 7, Market",Shop 7,Market,,Dhaka,'1207,,BD,+880 1812-345678,Call first,,,Cash on Delivery (COD),,0.00,Own,1960.00,,,,5001,,Low,web,0.00,VAT,90.00,
#2001,karim@example.com,,,,,,,,,,,,,,2026-05-01 10:00:00 +0600,1,Saree,800.00,,SAREE,true,true,pending,,,,,,,,,,,,,,,,,,,,,,,,,,,Own,,,,,,,,,0.00,,,
#2002,rima@example.com,paid,2026-05-02 09:00:00 +0600,unfulfilled,,no,BDT,800.00,60.00,40.00,900.00,,0.00,Home,2026-05-02 09:00:00 +0600,1,Saree,800.00,,SAREE,true,true,pending,Rima,,,,,,,,BD,,Rima,Road 2,Road 2,,,Sylhet,,,BD,01912345678,,,,bKash,TX-77,0.00,Own,0.00,,,,5002,,Low,web,0.00,VAT,40.00,
#2003,old@example.com,paid,2026-04-01 09:00:00 +0600,fulfilled,2026-04-02 09:00:00 +0600,no,BDT,800.00,60.00,0.00,860.00,,0.00,Home,2026-04-01 09:00:00 +0600,1,Saree,800.00,,SAREE,true,true,fulfilled,Old,,,,,,,,,,Old,,,,,,,,,01912345679,,,,bKash,TX-7,0.00,Own,0.00,,,,5003,,Low,web,0.00,,,
#2004,part@example.com,partially_refunded,2026-05-02 09:00:00 +0600,unfulfilled,,no,BDT,800.00,60.00,0.00,860.00,,0.00,Home,2026-05-02 09:00:00 +0600,1,Saree,800.00,,SAREE,true,true,pending,Part,,,,,,,,,,Part,,,,,,,,,01912345670,,,,bKash,TX-8,100.00,Own,0.00,,,,5004,,Low,web,0.00,,,
#2005,mail@example.com,pending,,unfulfilled,,no,BDT,400.00,0.00,0.00,400.00,,0.00,Home,2026-05-02 09:00:00 +0600,1,Mug - Red,400.00,,MUG-R,true,true,pending,Mail,,Road 3,,,Dhaka,,,,,,,,,,,,,,,,,,Cash on Delivery (COD),,0.00,Own,400.00,,,,5005,,Low,web,0.00,,,
`;

/** As plugins of WooCommerce write them: a row an item, and all items in one row. */
export const wooOrderFile = `Order Number,Order Status,Order Date,Customer Note,First Name (Billing),Last Name (Billing),Address 1&2 (Billing),City (Billing),Postcode (Billing),Email (Billing),Phone (Billing),First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),Postcode (Shipping),Payment Method Title,Cart Discount Amount,Order Subtotal Amount,Order Shipping Amount,Order Refund Amount,Order Total Amount,Order Total Tax Amount,SKU,Item Name,Quantity,Item Cost,Coupon Code
701,Processing,2026-05-01 10:00,,Nila,Rahman,"Lane 4, Block B",Dhaka,1212,nila@example.com,1712345670,,,,,,Cash on delivery,50,1200,80,0,1230,0,MUG-R,Mug - Red,1,400,eid50
701,Processing,2026-05-01 10:00,,Nila,Rahman,"Lane 4, Block B",Dhaka,1212,nila@example.com,1712345670,,,,,,Cash on delivery,50,1200,80,0,1230,0,SAREE,Saree,1,800,eid50
702,Completed,2026-05-01 10:00,,Done,,,,,d@example.com,01712345671,,,,,,Cash on delivery,0,400,0,0,400,0,MUG-R,Mug - Red,1,400,
703,Shipped to courier,2026-05-01 10:00,,Done,,,,,d@example.com,01712345671,,,,,,Cash on delivery,0,400,0,0,400,0,MUG-R,Mug - Red,1,400,
`;

export const wooItemsFile = `order_id,order_number,order_date,paid_date,status,shipping_total,tax_total,order_total,payment_method,payment_method_title,transaction_id,billing_first_name,billing_last_name,billing_email,billing_phone,billing_address_1,billing_city,customer_note,line_item_1,line_item_2
11,801,2026-05-01,,wc-on-hold,0,0,900,cod,Cash on delivery,,Jui,Akter,jui@example.com,01612345678,Road 5,Khulna,,name:Mug|product_id:1|sku:MUG-R|quantity:2|total:700.00|sub_total:800.00,name:Lid|product_id:2|sku:LID|quantity:1|total:200.00|sub_total:200.00
`;

/** As spreadsheets write it that quote every cell. */
export const writeSheet = (rows: readonly (readonly string[])[], separator = ',') =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\n');
