import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

export const rows = style({ display: 'grid', gap: theme.space.x2, minWidth: 0 })
globalStyle(`${rows} > legend`, { marginBottom: theme.space.x1 })

/**
 * Field, operator, value, and remove button in one row; on narrow screens, the first three are
 * stacked.
 */
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 3fr) minmax(0, 4fr) auto',
  gap: theme.space.x1,
  alignItems: 'center',
  minWidth: 0,
  '@media': {
    [media.narrow]: {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      padding: theme.space.x2,
      border: `1px solid ${theme.color.line}`,
      borderRadius: theme.radius.medium,
    },
    '(scripting: enabled)': { selectors: { '&[data-spare]': { display: 'none' } } },
  },
})
globalStyle(`${row} > :is(select, input)`, { '@media': { [media.narrow]: { gridColumn: '1' } } })
globalStyle(`${row} > p`, { gridColumn: '1 / -1' })
globalStyle(`${row} > button`, {
  '@media': { [media.narrow]: { gridArea: '1 / 2' }, '(scripting: none)': { display: 'none' } },
})
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x2 })
export const scripted = style({ '@media': { '(scripting: none)': { display: 'none' } } })
export const unscripted = style({ '@media': { '(scripting: enabled)': { display: 'none' } } })
