export type PrintfulProduct = {
  id: number
  main_category_id: number
  type: string
  name: string
  brand: string | null
  model: string | null
  image: string
  variant_count: number
  is_discontinued: boolean
  sizes: string[]
  colors: { name: string; value: string }[]
  variants: {
    id: number
    catalog_product_id: number
    name: string
    size: string
    color: string | null
    color_code: string | null
    color_code2: string | null
    image: string
  }[]
}

const clothingSizes = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL']
const productColors: [name: string, value: string][] = [
  ['White', '#ffffff'],
  ['Black', '#0b0b0b'],
  ['Navy', '#1a2745'],
  ['Athletic Heather', '#a9acb0'],
  ['Forest Green', '#1f4a35'],
  ['True Royal', '#2552b3'],
  ['Maroon', '#6a1f35'],
  ['Gold', '#f4b728'],
]

const buildPrintfulProduct = (
  id: number,
  { type, name, sizes }: { type: string; name: string; sizes: string[] },
): PrintfulProduct => ({
  id,
  main_category_id: 24,
  type,
  name,
  brand: null,
  model: null,
  image: 'https://files.cdn.printful.com/products/1.jpg',
  variant_count: sizes.length * productColors.length,
  is_discontinued: false,
  sizes,
  colors: productColors.map(([shade, value]) => ({ name: shade, value })),
  variants: sizes.flatMap((size, sizeIndex) =>
    productColors.map(([color, code], shadeIndex) => ({
      id: id * 1000 + sizeIndex * 100 + shadeIndex,
      catalog_product_id: id,
      name: `${name} (${color} / ${size})`,
      size,
      color,
      color_code: code,
      color_code2: null,
      image: 'https://files.cdn.printful.com/products/1.jpg',
    })),
  ),
})

/** Returns the products that the mock provider sells. */
export const buildPrintfulCatalog = (): PrintfulProduct[] => [
  buildPrintfulProduct(71, {
    type: 'T-Shirt',
    name: 'Unisex Staple T-Shirt',
    sizes: clothingSizes,
  }),
  buildPrintfulProduct(146, {
    type: 'Hoodie',
    name: 'Unisex Heavy Blend Hoodie',
    sizes: clothingSizes.slice(1),
  }),
  buildPrintfulProduct(206, { type: 'Cap', name: 'Classic Dad Hat', sizes: ['One size'] }),
]
