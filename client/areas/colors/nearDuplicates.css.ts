import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const pairs = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto auto auto',
  columnGap: theme.space.x4,
  margin: `${theme.space.x3} 0 0`,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  '@media': {
    [media.narrow]: { gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: theme.space.x3 },
  },
})
/** Both colors, their names, their distance, and the actions; stacked on narrow screens. */
export const pair = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  alignItems: 'center',
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.sunken}`,
  selectors: { '&:last-child': { borderBottom: 0 } },
})
export const names = style({ minWidth: 0 })
globalStyle(`${names} p`, { margin: 0, overflowWrap: 'anywhere' })
export const soft = style({ color: theme.color.textSoft, fontSize: '12.5px' })
export const distance = style({
  color: theme.color.textSoft,
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.narrow]: { gridColumn: 2 } },
})
/** Separate columns if there is room; on narrow screens, one line below the rest. */
export const actions = style({
  display: 'contents',
  '@media': {
    [media.narrow]: {
      display: 'flex',
      flexWrap: 'wrap',
      gap: theme.space.x2,
      gridColumn: '1 / -1',
      marginTop: theme.space.x2,
    },
  },
})
