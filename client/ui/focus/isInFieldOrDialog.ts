const typingTargetSelector =
  'input:not([type=checkbox]), textarea, select, [contenteditable], dialog'

/** Whether a key goes to a field or dialog, so that single-letter shortcuts must ignore it. */
export const isInFieldOrDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typingTargetSelector) !== null
