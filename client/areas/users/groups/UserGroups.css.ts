import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const page = style({
  maxWidth: '760px',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
})
export const chooser = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: theme.space.x2,
})

/** The permissions of two groups by area; on narrow screens, the area is above the two. */
export const comparison = style({ minWidth: 0 })
globalStyle(`${comparison} :is(th, td)`, {
  height: 'auto',
  padding: `${theme.space.x2} 10px`,
  whiteSpace: 'normal',
  overflowWrap: 'break-word',
})
globalStyle(`${comparison} tr`, {
  '@media': {
    [media.narrow]: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
})
globalStyle(`${comparison} thead th:first-child`, {
  '@media': { [media.narrow]: { display: 'none' } },
})
globalStyle(`${comparison} tbody th`, {
  '@media': { [media.narrow]: { gridColumn: '1 / -1', borderBottom: 0, paddingBottom: 0 } },
})
