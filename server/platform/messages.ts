export const idempotencyMessages = {
  keyBody: 'Idempotency-Key must be 1 to 255 visible characters.',
  sendNewKey: 'This Idempotency-Key was already used for a different request. Send a new key.',
  sendAgain: 'The same request is still running. Send it again in a moment to get its response.',
} as const

export const startupMessages = {
  cannotCreateFolder: (folder: string) =>
    `We can't create the data folder ${folder}. Check its permissions, or set DATA_DIR to another folder.`,
  folderNotOurs: (folder: string) =>
    `Other users can open the data folder ${folder}, and it contains files from other programs. Restrict it (chmod 700), or set DATA_DIR to another folder.`,
  folderNotRestricted: (folder: string) =>
    `Other users can open the data folder ${folder}, and we can't restrict it. Restrict it (chmod 700), or set DATA_DIR to another folder.`,
  folderInUse: (folder: string) =>
    `Another process is using the data folder ${folder}. Stop that process, or set DATA_DIR to another folder.`,
  folderNotWritable: (folder: string) =>
    `We can't write to the data folder ${folder}. Check its permissions and free space.`,
  databaseUnreachable:
    "We can't connect to the database in DATABASE_URL. Check the URL, and make sure that the database is running.",
  weakDatabaseUrl: (setting: string) =>
    `${setting} allows connections that aren't encrypted or verified. Remove sslmode from it, or set DATABASE_TLS to off if the network to the database is private.`,
  databaseNotTrusted:
    "The database in DATABASE_URL has no TLS, or a certificate that we don't trust. Set NODE_EXTRA_CA_CERTS to the certificate of your own authority, or DATABASE_TLS to off if the network to the database is private.",
  replicaDown: 'The read replica is down.',
  replica: (isUsed: boolean, lagMs: number) =>
    `The read replica is ${isUsed ? 'in use' : 'not in use'}, ${lagMs} ms behind the database in DATABASE_URL.`,
  notReplica:
    "The database in DATABASE_READ_URL isn't a streaming replica of the one in DATABASE_URL. Correct the URL, or remove the setting.",
  signInAs: (email: string, password: string, file: string | null) =>
    `Sign in as ${email} with the password ${password} (saved in ${file}).`,
  openingDatabase: 'Opening the database',
  updatingTables: 'Updating the database tables',
  preparing: 'Preparing the platform',
  loadingDemoData: 'Loading demo data',
  tableInUse: (lockMs: number) =>
    `The database tables can't be updated: something else held one of them for more than ${lockMs / 1000} seconds. Stop long queries and other programs that use this database, then start again.`,
  databaseTooOld:
    "This version can't update the database, because it is from an older version. Install the last 0.1 version, start it once, then start this version again.",
  notOwner:
    "The database role in DATABASE_URL doesn't own the tables, so it can't update them. Set DATABASE_OWNER_URL to a URL with the role that owns them.",
  passwordRejected: (reason: string) => `OPERATOR_PASSWORD can't be used. ${reason}`,
  bucketUnusable: "We can't use the bucket in STORAGE_URL. See the log for the cause.",
  portInUse: (port: number, host: string) =>
    `Port ${port} on ${host} is in use. Stop the program that uses it, or set PLATFORM_PORT to another port.`,
  cannotListen: (port: number, host: string, code: string | undefined) =>
    `The platform can't use port ${port} on ${host} (${code}). Check PLATFORM_HOST, or set PLATFORM_PORT to another port.`,
  starting: 'The platform is starting',
  onlyJobs: 'This process only runs jobs, as set in PLATFORM_ROLE.',
  notFound: 'Not found',
} as const
