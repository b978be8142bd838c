import { style } from '@vanilla-extract/css'
import { media, theme } from '../styles/theme.css.ts'

export const panel = style({
  position: 'sticky',
  top: `calc(${theme.height.topBar} + ${theme.space.x4})`,
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr)',
  minWidth: 0,
  maxHeight: `calc(100dvh - ${theme.height.topBar} - 96px)`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.large,
  background: theme.color.surface,
  overflow: 'hidden',
  '@media': {
    'not all and (min-width: 1100px)': {
      position: 'fixed',
      inset: 0,
      zIndex: 25,
      marginInlineStart: 'auto',
      // Of the room beside the scroll bar, which 100vw would count in.
      width: 'min(480px, 100%)',
      maxHeight: 'none',
      border: 0,
      borderInlineStart: `1px solid ${theme.color.line}`,
      borderRadius: 0,
      boxShadow: `-8px 0 24px ${theme.color.shade}`,
    },
    [media.narrow]: { width: '100%' },
  },
})
export const header = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space.x2,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderBottom: `1px solid ${theme.color.line}`,
})
export const title = style({
  fontSize: theme.size.large,
  fontWeight: 600,
  overflowWrap: 'anywhere',
})
export const close = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: '28px',
  height: '28px',
  borderRadius: theme.radius.small,
  color: theme.color.textSoft,
  selectors: { '&:hover': { background: theme.color.sunken } },
})
export const form = style({
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  minHeight: 0,
})
export const body = style({
  scrollMarginTop: `calc(${theme.height.topBar} + ${theme.space.x4})`,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  overflowWrap: 'anywhere',
  // A list inside that scrolls by itself keeps its height.
  gridAutoRows: 'max-content',
  gap: theme.space.x4,
  alignContent: 'start',
  padding: theme.space.x4,
  overflowY: 'auto',
})
export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x2,
  padding: `${theme.space.x3} ${theme.space.x4}`,
  borderTop: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})
/** Of a form longer than the window it stays in sight. */
export const saveBar = style([bar, { position: 'sticky', bottom: 0, zIndex: 2 }])
export const unsaved = style({
  flex: 1,
  minWidth: '120px',
  color: theme.color.textSoft,
  fontSize: '13px',
  overflowWrap: 'anywhere',
})
export const warning = style({
  padding: theme.space.x3,
  borderRadius: theme.radius.medium,
  background: theme.color.warningSoft,
  color: theme.color.warning,
})
/** Stands over the buttons of the bar that it is answered by. */
export const question = style([warning, { flex: '1 0 100%', fontSize: '13px' }])
export const refusal = style([
  warning,
  { background: theme.color.errorSoft, color: theme.color.error },
])
export const inline = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space.x2,
  marginTop: theme.space.x2,
})
export const lines = style({
  minHeight: '200px',
  width: '100%',
  padding: theme.space.x2,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.medium,
  fontFamily: theme.font.mono,
  fontSize: '13px',
  resize: 'vertical',
})
export const list = style({
  display: 'grid',
  gap: theme.space.x1,
  paddingInlineStart: theme.space.x4,
  listStyle: 'disc',
})
