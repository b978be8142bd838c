import { globalStyle, style } from '@vanilla-extract/css'
import { media, theme } from '#client/styles/theme.css.ts'

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const edge = theme.space.x4

/** The panel hangs from its icon and lies over a panel that is open beside a list. */
export const panel = style({
  position: 'fixed',
  top: `calc(${theme.height.topBar} - 2px)`,
  right: '64px',
  zIndex: 40,
  width: '340px',
  maxHeight: `calc(100dvh - ${theme.height.topBar} - ${theme.space.x4})`,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  border: `1px solid ${theme.color.line}`,
  borderRadius: '12px',
  background: theme.color.surface,
  boxShadow: `0 8px 24px ${theme.color.shade}`,
  outline: 'none',
  fontSize: '13px',
  '@media': {
    [media.narrow]: { right: theme.space.x2, left: theme.space.x2, width: 'auto' },
  },
})
export const head = style({
  position: 'sticky',
  top: 0,
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x2,
  padding: `${theme.space.x2} ${theme.space.x2} ${theme.space.x2} ${edge}`,
  borderBottom: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})
export const title = style({ flex: 1, fontSize: theme.size.normal, fontWeight: 600 })
/** Only visible without JavaScript. */
export const refresh = style({
  padding: '4px 8px',
  '@media': { '(scripting: enabled)': { display: 'none' } },
})
export const close = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: theme.height.small,
  height: theme.height.small,
  borderRadius: theme.radius.small,
  color: theme.color.textSoft,
  selectors: { '&:hover': { background: theme.color.sunken } },
})
export const job = style({
  display: 'grid',
  gap: '4px',
  padding: `${theme.space.x2} ${edge} ${theme.space.x3}`,
  selectors: { '& + &': { borderTop: `1px solid ${theme.color.sunken}` } },
})
export const list = style({})
export const top = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space.x3,
  minHeight: theme.height.small,
})
export const name = style({
  ...oneLine,
  flex: 1,
  minWidth: 0,
  minHeight: '24px',
  color: theme.color.text,
  fontWeight: 500,
  lineHeight: '24px',
  textDecoration: 'none',
  '::before': { float: 'left', margin: '5px 4px 0 -4px' },
  selectors: { '&[aria-expanded="true"]::before': { transform: 'rotate(90deg)' } },
})
export const change = style({
  minHeight: '24px',
  padding: 0,
  border: 0,
  background: 'none',
  color: theme.color.accent,
  fontWeight: 500,
  cursor: 'pointer',
  selectors: {
    '&:hover': { textDecoration: 'underline' },
    '&:disabled': { color: theme.color.textSoft, cursor: 'default' },
  },
})
export const detail = style({
  color: theme.color.textSoft,
  fontSize: '12.5px',
  fontVariantNumeric: 'tabular-nums',
})
export const says = style({
  color: theme.color.textSoft,
  selectors: { '&:not(:empty)': { padding: `${theme.space.x2} ${edge}` } },
})
export const again = style({ padding: `0 ${edge} ${theme.space.x3}` })
export const rows = style({
  display: 'grid',
  gap: theme.space.x2,
  maxHeight: '320px',
  marginTop: theme.space.x1,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
})
export const group = style({
  padding: '4px 0',
  color: theme.color.textSoft,
  fontSize: '12.5px',
  fontWeight: 500,
})
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `0 ${theme.space.x3}`,
  padding: '4px 0',
  borderTop: `1px solid ${theme.color.sunken}`,
})
globalStyle(`${row} [data-outcome]`, { color: theme.color.textSoft })
globalStyle(`${row} :is([data-outcome=failed], [data-outcome=refused])`, {
  color: theme.color.error,
})
