import type { sizes as definition } from '#shared/areas/sizes/sizes.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'
import type { SeedContext } from '#server/platform/core/area/area.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'

type SizeValues = ValuesOf<typeof definition>

/** Name, code, equivalents; chest, waist, and length in cm. */
type ClothingSize = [
  name: string,
  code: string,
  equivalents: string,
  chest: number,
  waist: number,
  length: number,
]

const adultSizes: ClothingSize[] = [
  ['Extra small', 'XS', 'EU 44, UK 34, US 34', 86, 71, 66],
  ['Small', 'S', 'EU 46, UK 36, US 36', 91, 76, 69],
  ['Medium', 'M', 'EU 48, UK 38, US 38', 97, 81, 71],
  ['Large', 'L', 'EU 50, UK 40, US 40', 102, 86, 74],
  ['Extra large', 'XL', 'EU 52, UK 42, US 42', 107, 91, 76],
  ['2X large', '2XL', 'EU 54, UK 44, US 44', 112, 97, 79],
  ['3X large', '3XL', 'EU 56, UK 46, US 46', 117, 102, 81],
  ['4X large', '4XL', 'EU 58, UK 48, US 48', 122, 107, 84],
  ['5X large', '5XL', 'EU 60, UK 50, US 50', 127, 112, 86],
]

const youthSizes: ClothingSize[] = [
  ['Youth extra small', 'YXS', 'Age 4-5, EU 110', 58, 53, 43],
  ['Youth small', 'YS', 'Age 6-7, EU 122', 64, 57, 47],
  ['Youth medium', 'YM', 'Age 8-9, EU 134', 69, 61, 51],
  ['Youth large', 'YL', 'Age 10-11, EU 146', 75, 65, 55],
  ['Youth extra large', 'YXL', 'Age 12-13, EU 158', 81, 69, 59],
]

const createClothingSizes = (
  group: SizeValues['group'],
  cuts: ClothingSize[],
): Omit<SizeValues, 'position'>[] =>
  cuts.map(([name, code, equivalents, chest, waist, length]) => ({
    name,
    code,
    group,
    equivalents,
    measurementUnit: 'cm',
    chest,
    waist,
    length,
    podSize: code.replace(/^Y/, 'Youth '),
    active: true,
  }))

/**
 * Returns the length of the foot in cm for an EU size: two thirds of a centimeter per size, minus
 * room for the toes.
 */
const getFootLength = (eu: number) => Math.round((eu / 1.5 - 1.5) * 10) / 10

type ShoeSize = { label: string; equivalents: string; eu: number }

const createShoeSizes = (
  group: SizeValues['group'],
  region: string,
  sizes: ShoeSize[],
): Omit<SizeValues, 'position'>[] =>
  sizes.map(({ label, equivalents, eu }) => ({
    name: `${region} ${label}`,
    code: label,
    group,
    equivalents,
    measurementUnit: 'cm',
    chest: null,
    waist: null,
    length: getFootLength(eu),
    podSize: null,
    active: true,
  }))

const createRange = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

const oneSize: Omit<SizeValues, 'position'> = {
  name: 'One size',
  code: 'OS',
  group: 'one_size',
  equivalents: 'Fits all',
  measurementUnit: 'cm',
  chest: null,
  waist: null,
  length: null,
  podSize: 'One size',
  active: true,
}

const sizeRows: SizeValues[] = [
  ...createClothingSizes('adult', adultSizes),
  ...createClothingSizes('youth', youthSizes),
  ...createShoeSizes(
    'footwear_eu',
    'EU',
    createRange(35, 49).map((eu) => ({
      label: `${eu}`,
      equivalents: `UK ${eu - 33}, US ${eu - 32}`,
      eu,
    })),
  ),
  ...createShoeSizes(
    'footwear_uk',
    'UK',
    createRange(2, 16).map((uk) => ({
      label: `${uk}`,
      equivalents: `EU ${uk + 33}, US ${uk + 1}`,
      eu: uk + 33,
    })),
  ),
  ...createShoeSizes(
    'footwear_us',
    'US',
    createRange(3, 17).map((us) => ({
      label: `${us}`,
      equivalents: `EU ${us + 32}, UK ${us - 1}`,
      eu: us + 32,
    })),
  ),
  oneSize,
].map((size, index) => ({ ...size, position: index + 1 }))

export async function insertSizes(context: SeedContext): Promise<void> {
  await insertRecords(context, 'sizes', sizeRows)
}
