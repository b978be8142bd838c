import {
  color,
  image,
  instant,
  integer,
  list,
  optional,
  references,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** The position of a sticker on a product card. */
export const stickerPositions = {
  top_left: 'Top left',
  top: 'Top',
  top_right: 'Top right',
  left: 'Left',
  centre: 'Center',
  right: 'Right',
  bottom_left: 'Bottom left',
  bottom: 'Bottom',
  bottom_right: 'Bottom right',
} as const

/**
 * Properties that a product must have to get a sticker. If a sticker names several, the product
 * must have all of them.
 */
const stickerTraits = { new: 'New', on_sale: 'On sale', low_stock: 'Low stock' } as const

/** Statuses that depend on the clock. The platform computes them whenever stickers are read. */
export const stickerStatuses = {
  live: 'Live',
  scheduled: 'Scheduled',
  ended: 'Ended',
  off: 'Off',
} as const

/** Stickers on products in stores (screens.md, Stickers). */
export const stickers = defineResource({
  name: 'stickers',
  title: { one: 'sticker', many: 'stickers' },
  about: 'Stickers like New, On sale, or Low stock appear on product cards to highlight products.',
  permission: 'Stickers',
  fields: {
    name: text('Name', { max: 60 }),
    text: {
      ...optional(text('Text', { max: 24, hint: 'Enter text or upload an image.' })),
      heading: 'Preview',
    },
    image: optional(image('Image')),
    alt: optional(
      text('Alt text', { max: 80, hint: "Describe the image for people who can't see it." }),
    ),
    textColour: color('Text color', { initial: '#FFFFFF' }),
    backgroundColour: color('Background color', { initial: '#B91C1C' }),
    position: select('Position', stickerPositions, { initial: 'top_left' }),
    priority: integer('Priority', {
      min: 1,
      max: 1000,
      initial: 100,
      hint: 'If several stickers share a position, only the one with the highest number appears.',
    }),
    exclusive: toggle('Exclusive', {
      initial: false,
      hint: 'Hides all other stickers on the same product card. If one of them has a higher priority, this sticker is hidden instead.',
    }),
    startsAt: { ...optional(instant('Starts')), heading: 'Schedule' },
    endsAt: optional(instant('Ends')),
    storeIds: references('Stores', 'stores', { emptyLabel: 'All stores' }),
    groupIds: references('Member groups', 'memberGroups', { emptyLabel: 'All members' }),
    appliesTo: {
      ...list('Products that are', {
        max: 20,
        options: stickerTraits,
        hint: 'Products must match all selected options. Select none for all products.',
      }),
      heading: 'Applies to',
    },
    categoryIds: references('Categories', 'categories', { emptyLabel: 'All categories' }),
    catalogIds: references('Catalogs', 'catalogs', { emptyLabel: 'All catalogs' }),
    active: toggle('Active'),
  },
  derived: { status: select('Status', stickerStatuses) },
  list: {
    columns: ['name', 'text', 'status', 'priority', 'startsAt', 'appliesTo'],
    tabs: 'status',
    search: ['name', 'text'],
    sort: '-priority',
  },
  form: {
    sections: [
      { title: 'General', fields: ['name', 'priority', 'active', 'exclusive'] },
      {
        title: 'Appearance',
        fields: ['text', 'position', 'textColour', 'backgroundColour', 'image', 'alt'],
      },
      { title: 'Schedule', fields: ['startsAt', 'endsAt'] },
      {
        title: 'Placement',
        fields: ['storeIds', 'groupIds', 'appliesTo', 'categoryIds', 'catalogIds'],
      },
    ],
  },
})
