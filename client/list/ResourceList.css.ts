import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'
import { rows } from './table/RecordTable.css.ts'

export const layout = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
})
export const main = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space.x3,
  minWidth: 0,
})

/** A list that is a whole page takes the remaining height, and its rows scroll in it. */
export const whole = style({ '@media': { [media.wide]: { flex: '1 1 auto' } } })
globalStyle(`#content:has(> ${whole})`, {
  '@media': {
    [media.wide]: {
      display: 'flex',
      flexDirection: 'column',
      height: `calc(100dvh - ${theme.height.topBar})`,
      paddingBottom: theme.space.x3,
    },
  },
})
globalStyle(`${whole} ${rows}`, {
  '@media': { [media.wide]: { flex: '1 1 0', minHeight: '180px', maxHeight: 'none' } },
})
