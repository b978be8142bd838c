export const stickerMessages = {
  nothingToShow: 'Enter text, or upload an image.',
  altMissing: "Describe the image for people who can't see it.",
  turnedSchedule: "The end time can't be before the start time.",
} as const
