/** Messages about the file with the encryption keys. */
export const keyFileMessages = {
  cannotSaveKey: (file: string) =>
    `The encryption key can't be saved in ${file}. Check the folder's permissions.`,
  cannotReadKeys: (file: string) =>
    `The encryption keys in ${file} can't be read. Check the file's permissions.`,
  noKeysInFile: (file: string) =>
    `The file ${file} doesn't contain any keys, so secrets can't be decrypted. Restore the file from a backup.`,
} as const
