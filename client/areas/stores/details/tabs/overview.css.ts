import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'
import { line, stack } from '../Store.css.ts'

export const overview = style({
  ...stack,
  alignItems: 'start',
  '@media': { [media.roomy]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' } },
})
export const column = style(stack)
export const fullWidth = style({ gridColumn: '1 / -1', minWidth: 0 })

// On narrow screens the metrics fill the screen, so alerts come before them.
globalStyle(`${overview} > ${column}`, { '@media': { [media.narrow]: { display: 'contents' } } })
globalStyle(`${column} > :first-child`, { '@media': { [media.narrow]: { order: -1 } } })

export const banner = style({
  display: 'flex',
  flexWrap: 'wrap',
  gridColumn: '1 / -1',
  order: -2,
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${theme.space.x2} ${theme.space.x4}`,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  border: line,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  selectors: {
    '&[data-bad]': { borderColor: '#fecaca', background: theme.color.errorSoft },
  },
})
export const bannerText = style({
  flex: '1 1 320px',
  overflowWrap: 'break-word',
})
globalStyle(`${banner}[data-bad] strong`, { color: theme.color.error })
export const bannerActions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space.x2 })
export const figuresTitle = style({
  marginBottom: theme.space.x2,
  fontSize: theme.size.normal,
  fontWeight: 600,
})
export const noEarlierData = style({
  marginTop: theme.space.x1,
  color: theme.color.textSoft,
  fontSize: theme.size.small,
})

export const check = style({
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr) auto',
  alignItems: 'baseline',
  gap: `2px ${theme.space.x3}`,
  minHeight: '38px',
  padding: `9px ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: line } },
  '@media': { [media.narrow]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
/** Links to the details and to the fix. */
export const actions = style({ display: 'flex', gap: theme.space.x3, justifyContent: 'flex-end' })
export const detail = style({
  color: theme.color.textSoft,
  overflowWrap: 'break-word',
  '@media': { [media.narrow]: { gridColumn: '1 / -1', gridRow: 2 } },
})

export const change = style({
  padding: `${theme.space.x2} ${theme.space.x4}`,
  selectors: { '& + &': { borderTop: line } },
})
/** Creating a record sets many fields; two lines of them are enough here. */
export const description = style({
  display: '-webkit-box',
  overflow: 'hidden',
  overflowWrap: 'break-word',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
})
globalStyle(`${description} > strong`, { fontWeight: 500 })
// A dot before plain text. Current problems are in the banner.
globalStyle(`${description}[data-failed]::before`, {
  content: '',
  display: 'inline-block',
  width: '7px',
  height: '7px',
  marginInlineEnd: theme.space.x2,
  borderRadius: '50%',
  background: theme.color.error,
  verticalAlign: '1px',
})
export const time = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: theme.space.x3,
  color: theme.color.textSoft,
  fontSize: theme.size.small,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
globalStyle(`${time} > span`, { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' })
