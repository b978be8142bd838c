import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'
import { visuallyHidden } from '#client/styles/global.css.ts'

export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space.x4,
})
export const chooser = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: theme.space.x3,
})
globalStyle(`${chooser} > :not(button)`, { flex: '1 1 220px', minWidth: 0, maxWidth: '360px' })
export const note = style({ marginTop: theme.space.x2 })
export const count = style({ fontWeight: 600 })
export const hidden = visuallyHidden
export const soft = style({ color: theme.color.textSoft })
export const error = style({ color: theme.color.error })
export const hint = style({
  display: 'block',
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  fontWeight: 400,
})
export const choice = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space.x2,
  minHeight: '24px',
})
export const footer = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x3,
})

/** Names the side of a value where there are no column headings. */
export const side = style({
  color: theme.color.textSoft,
  '@media': { [media.wide]: { display: 'none' } },
})

/** Rows of the same widths in every section; in narrow windows, values are below the name. */
export const rows = style({ minWidth: 0 })
globalStyle(`${rows} > div`, { maxHeight: 'none', border: 0, borderRadius: 0 })
globalStyle(`${page} > ${rows} > div`, {
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
})
globalStyle(`${rows} table`, { '@media': { [media.wide]: { tableLayout: 'fixed' } } })
globalStyle(`${rows} tbody :is(th, td)`, {
  maxWidth: 'none',
  paddingBlock: theme.space.x2,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
})
globalStyle(`${rows} tbody tr:last-child > *`, { borderBottom: 0 })
globalStyle(`${rows} thead`, { '@media': { [media.narrow]: { display: 'none' } } })
globalStyle(`${rows} tbody tr`, {
  '@media': {
    [media.narrow]: {
      display: 'grid',
      gap: '2px',
      padding: `${theme.space.x2} ${theme.space.x3}`,
      borderBottom: `1px solid ${theme.color.sunken}`,
    },
  },
})
globalStyle(`${rows} tbody :is(th, td)`, {
  '@media': { [media.narrow]: { height: 'auto', padding: 0, borderBottom: 0, textAlign: 'start' } },
})
