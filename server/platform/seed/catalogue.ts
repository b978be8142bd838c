export const catalogs = [
  { name: 'Everyday wear', code: 'everyday', active: true },
  { name: 'New starter kits', code: 'starter', active: true },
  { name: 'Winter gifts', code: 'winter', active: false },
]

export const categories = [
  { name: 'T-shirts', code: 't-shirts' },
  { name: 'Hoodies and sweaters', code: 'hoodies' },
  { name: 'Jackets', code: 'jackets' },
  { name: 'Caps and hats', code: 'caps' },
  { name: 'Shoes', code: 'shoes' },
  { name: 'Bags', code: 'bags' },
  { name: 'Drinkware', code: 'drinkware' },
  { name: 'Desk and office', code: 'desk' },
].map((category, index) => ({ ...category, position: index + 1, active: true }))

/** What products are called, and the groups of sizes each comes in. */
export const productKinds = [
  { name: 'Crew neck T-shirt', groups: ['adult', 'youth'] },
  { name: 'Zip hoodie', groups: ['adult'] },
  { name: 'Rain jacket', groups: ['adult', 'youth'] },
  { name: 'Fleece vest', groups: ['adult'] },
  { name: 'Baseball cap', groups: ['one_size'] },
  { name: 'Knitted hat', groups: ['one_size'] },
  { name: 'Canvas sneaker', groups: ['footwear_eu'] },
  { name: 'Work boot', groups: ['footwear_eu', 'footwear_us'] },
] as const

export const productColours = ['Black', 'Navy', 'Stone', 'Forest', 'Burgundy'] as const
