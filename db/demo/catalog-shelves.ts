/** Brands, categories and attributes of each store: the shelves on which its products stand. */
import type { DemoAttribute, DemoBrand, DemoCategory, Shelf } from './catalog-types.ts';

/** A category by name and slug, with its children. */
type Branch = [name: string, slug: string, children?: Branch[], description?: string];

function plant(branches: Branch[], parent: string | null = null): DemoCategory[] {
  return branches.flatMap(([name, slug, children, description], position): DemoCategory[] => [
    { name, slug, parent, position, description: description ?? null, status: 'active' },
    ...plant(children ?? [], slug),
  ]);
}

function brand(name: string, slug: string, description: string, status: DemoBrand['status'] = 'active'): DemoBrand {
  return { name, slug, description, status };
}

function colourAttribute(swatches: Record<string, string>): DemoAttribute {
  return {
    name: 'Colour',
    slug: 'colour',
    type: 'variant',
    inputType: 'color',
    isFilterable: true,
    isRequired: false,
    values: Object.entries(swatches).map(([value, swatchHex]) => ({ value, swatchHex })),
  };
}

function textAttribute(name: string, slug: string, type: DemoAttribute['type'], values: string[]): DemoAttribute {
  return {
    name,
    slug,
    type,
    inputType: 'text',
    isFilterable: type === 'variant',
    isRequired: false,
    values: values.map((value) => ({ value, swatchHex: null })),
  };
}

export const bazarShelf: Shelf = {
  brands: [
    brand('Tantpolli', 'tantpolli', 'Handloom sarees from weaving families of Tangail and Rupganj.'),
    brand('Nokshi Ghor', 'nokshi-ghor', 'Kantha stitch made by women of Jamalpur and Jashore.'),
    brand('Meghna Menswear', 'meghna-menswear', 'Everyday shirts and panjabis, sewn in Narayanganj.'),
    brand('Rupkotha', 'rupkotha', 'Three pieces and kurtis with a story in every print.'),
    brand('Khadi Kutir', 'khadi-kutir', 'Hand-spun khadi of Cumilla, in plain honest colours.'),
    brand('Padma Leather', 'padma-leather', 'Vegetable-tanned bags, sandals and wallets.'),
    brand('Jhumka & Co.', 'jhumka-and-co', 'Small jewellery for big days.'),
    brand('Tuntuni Kids', 'tuntuni-kids', 'Soft clothes for small people.'),
    brand('Korobi Home', 'korobi-home', 'Bed, bath and window textiles.'),
    brand('Mrittika', 'mrittika', 'Terracotta and brass from Dhamrai potters and smiths.'),
    brand('Paat Bunon', 'paat-bunon', 'Jute, cane and bamboo, woven by hand.'),
    brand('Old Town Tailors', 'old-town-tailors', 'No longer makes for us; kept for old orders.', 'inactive'),
  ],
  categories: plant([
    [
      'Women',
      'women',
      [
        [
          'Sarees',
          'sarees',
          [
            ['Jamdani Sarees', 'jamdani-sarees', [], 'Woven on pit looms by the Shitalakshya river.'],
            ['Cotton Sarees', 'cotton-sarees'],
            ['Silk Sarees', 'silk-sarees'],
          ],
          'শাড়ি: six yards for every season.',
        ],
        ['Salwar Kameez', 'salwar-kameez', [['Stitched Three Piece', 'stitched-three-piece']]],
        ['Kurtis', 'kurtis'],
        ['Hijabs & Orna', 'hijabs-and-orna'],
      ],
      'Clothing for women.',
    ],
    [
      'Men',
      'men',
      [
        ['Panjabi', 'panjabi', [['Eid Panjabi', 'eid-panjabi']]],
        ['Shirts', 'shirts'],
        ['T-Shirts & Polos', 't-shirts-and-polos'],
        ['Lungi & Gamcha', 'lungi-and-gamcha'],
      ],
      'Clothing for men.',
    ],
    [
      'Kids',
      'kids',
      [
        ['Boys', 'boys'],
        ['Girls', 'girls'],
        ['Newborn', 'newborn'],
      ],
    ],
    [
      'Accessories',
      'accessories',
      [
        [
          'Jewellery',
          'jewellery',
          [
            ['Earrings', 'earrings'],
            ['Bangles', 'bangles'],
          ],
        ],
        ['Bags & Wallets', 'bags-and-wallets'],
        ['Footwear', 'footwear'],
      ],
    ],
    [
      'Home & Living',
      'home-and-living',
      [
        [
          'Bedding',
          'bedding',
          [
            ['Nakshi Kantha', 'nakshi-kantha', [], 'নকশি কাঁথা: old sarees, quilted into stories.'],
            ['Bed Sheets', 'bed-sheets'],
          ],
        ],
        [
          'Decor',
          'decor',
          [
            ['Pottery & Brass', 'pottery-and-brass'],
            ['Cushions & Curtains', 'cushions-and-curtains'],
          ],
        ],
        ['Mats & Rugs', 'mats-and-rugs'],
        ['Handicrafts', 'handicrafts'],
      ],
    ],
  ]),
  attributes: [
    colourAttribute({
      Red: '#C62828',
      Maroon: '#7B1E3A',
      Magenta: '#AD1457',
      Pink: '#F48FB1',
      Rust: '#B7522B',
      Mustard: '#D9A21B',
      Gold: '#C9A227',
      Ivory: '#F5EFDC',
      White: '#FAFAFA',
      Natural: '#CDB891',
      Brown: '#6D4C33',
      'Bottle Green': '#0B4F3A',
      Olive: '#6B7134',
      Teal: '#00796B',
      'Sky Blue': '#7EC4E8',
      'Peacock Blue': '#005F8C',
      Indigo: '#303F9F',
      Navy: '#1B2A4E',
      Purple: '#6A1B9A',
      Grey: '#8A8F98',
      Black: '#1A1A1A',
    }),
    textAttribute('Size', 'size', 'variant', [
      ...['S', 'M', 'L', 'XL', 'XXL'],
      ...['36', '37', '38', '39', '40', '41', '42', '43'],
      ...['0-6 M', '6-12 M', '4-5 Y', '6-7 Y', '8-9 Y'],
      ...['Small', 'Large', 'Single', 'Double', 'King'],
    ]),
    textAttribute('Fabric', 'fabric', 'specification', [
      ...['Cotton', 'Half silk', 'Silk', 'Khadi', 'Georgette', 'Rayon', 'Linen', 'Chiffon', 'Jersey', 'Denim'],
    ]),
    textAttribute('Material', 'material', 'specification', [
      ...['Leather', 'Jute', 'Cane', 'Bamboo', 'Murta cane', 'Terracotta', 'Brass', 'Silver plate', 'Glass', 'Wood'],
    ]),
    textAttribute('Care', 'care', 'specification', ['Dry clean', 'Hand wash', 'Machine wash', 'Wipe clean']),
    textAttribute('Origin', 'origin', 'specification', [
      ...['Rupganj', 'Tangail', 'Rajshahi', 'Moulvibazar', 'Cumilla', 'Jamalpur', 'Dhamrai', 'Narayanganj', 'Sylhet'],
    ]),
  ],
};

export const kitchenShelf: Shelf = {
  brands: [
    brand('Gramer Shad', 'gramer-shad', 'Rice, lentils and snacks straight from the growers.'),
    brand('Shorisha Mill', 'shorisha-mill', 'Cold-pressed oil from a wooden ghani.'),
    brand('Moshla Bari', 'moshla-bari', 'Spices ground in small lots, without colour added.'),
    brand('Bagan Cha', 'bagan-cha', 'Teas of Sreemangal and Panchagarh.'),
    brand('Mouyal', 'mouyal', 'Honey and date molasses gathered in season.'),
    brand('Ranna Ghor', 'ranna-ghor', 'Pots, pans and appliances for daily cooking.'),
    brand('Lohar Works', 'lohar-works', 'Blades and cast iron from the smiths of Bogura.'),
    brand('Thala Bati', 'thala-bati', 'Plates, cups and boxes for the table.'),
  ],
  categories: plant([
    [
      'Groceries',
      'groceries',
      [
        [
          'Rice & Lentils',
          'rice-and-lentils',
          [
            ['Aromatic Rice', 'aromatic-rice'],
            ['Everyday Rice', 'everyday-rice'],
            ['Lentils', 'lentils'],
          ],
        ],
        [
          'Spices',
          'spices',
          [
            ['Ground Spices', 'ground-spices'],
            ['Whole Spices', 'whole-spices'],
          ],
          'মসলা: ground and whole.',
        ],
        ['Oil & Ghee', 'oil-and-ghee'],
        ['Tea', 'tea'],
        ['Honey & Gur', 'honey-and-gur'],
        ['Snacks & Pickles', 'snacks-and-pickles'],
      ],
    ],
    [
      'Cookware',
      'cookware',
      [
        ['Pans & Karai', 'pans-and-karai', [['Cast Iron', 'cast-iron']]],
        ['Pots & Cookers', 'pots-and-cookers'],
        ['Knives & Boards', 'knives-and-boards'],
      ],
    ],
    [
      'Table & Storage',
      'table-and-storage',
      [
        ['Jars & Boxes', 'jars-and-boxes'],
        ['Plates & Cups', 'plates-and-cups'],
      ],
    ],
    ['Appliances', 'appliances', [['Kettles', 'kettles']]],
  ]),
  attributes: [
    textAttribute('Weight', 'weight', 'variant', [
      ...['100 g', '150 g', '200 g', '250 g', '300 g', '400 g', '500 g', '1 kg', '2 kg', '5 kg', '10 kg', '25 kg'],
    ]),
    textAttribute('Volume', 'volume', 'variant', ['250 ml', '500 ml', '1 L', '2 L', '3 L', '5 L']),
    textAttribute('Size', 'size', 'variant', ['Small', 'Large', '2 tier', '3 tier']),
    textAttribute('Diameter', 'diameter', 'variant', ['20 cm', '22 cm', '24 cm', '26 cm', '28 cm']),
    colourAttribute({ Red: '#C62828', Black: '#1A1A1A', Blue: '#1565C0', Green: '#2E7D32', White: '#FAFAFA' }),
    textAttribute('Material', 'material', 'specification', [
      ...[
        'Cast iron',
        'Aluminium',
        'Stainless steel',
        'Glass',
        'Melamine',
        'Clay',
        'Mango wood',
        'Stone',
        'Carbon steel',
      ],
    ]),
    textAttribute('Shelf life', 'shelf-life', 'specification', ['3 months', '6 months', '12 months', '24 months']),
    textAttribute('Origin', 'origin', 'specification', [
      ...['Dinajpur', 'Naogaon', 'Sirajganj', 'Khulna', 'Sreemangal', 'Panchagarh', 'Jashore', 'Rajshahi', 'Bogura'],
    ]),
  ],
};

export const rivalShelf: Shelf = {
  brands: [brand('Rival Basics', 'rival-basics', 'Plain things at plain prices.')],
  categories: plant([['Clothing', 'clothing', [['T-Shirts', 't-shirts']]]]),
  attributes: [
    colourAttribute({ Black: '#1A1A1A', White: '#FAFAFA' }),
    textAttribute('Size', 'size', 'variant', ['M', 'L']),
  ],
};
