import { globalStyle, style } from '@vanilla-extract/css'
import { media } from '#client/styles/theme.css.ts'

/** Narrow, the name of a store has the room: bars and how many members it has are left out, and the way down is the page's. */
export const completion = style({ minWidth: 0 })
globalStyle(`${completion} :is(progress, tr > :nth-child(3))`, {
  '@media': { [media.narrow]: { display: 'none' } },
})
globalStyle(`${completion} > div`, { '@media': { [media.narrow]: { maxHeight: 'none' } } })
globalStyle(`${completion} tr > *`, { '@media': { [media.narrow]: { paddingInline: '8px' } } })
