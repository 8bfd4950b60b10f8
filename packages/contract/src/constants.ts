/** Fixed numbers and keys of the specification, shared by server and browser. */
export const PRODUCT_NAME = 'Kobogate';
export const TOKEN_STORAGE_KEY = 'kobogate_token';
export const VERIFICATION_EMAIL_STORAGE_KEY = 'auth_email';

export const OTP_LENGTH = 4;
export const OTP_MINUTES = 10;
/** At most this many tries are evaluated for one code. */
export const OTP_TRIES = 3;
/** At most this many codes are sent for one account and purpose in 24 hours. */
export const OTP_CODES_A_DAY = 5;

/** Digits of an authenticator app's code, and how long each is valid (RFC 6238: 30 seconds is the default step). */
export const TOTP_LENGTH = 6;
export const TOTP_SECONDS = 30;
/** The second step of a sign-in is open this long, for this many tries. */
export const SECOND_STEP_MINUTES = 5;
export const SECOND_STEP_TRIES = 5;
export const RECOVERY_CODES = 10;

/** Shortest password accepted; NIST SP 800-63B section 5.1.1.2 asks for at least 8 and no composition rules. */
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 200;

/** Payment links promise that the naira is sent to the bank this soon after the payment is final. */
export const LINK_PAYOUT_SECONDS = 100;

export const ORDERS_PAGE_SIZE = 10;
export const ORDERS_PAGE_NUMBERS = 5;
/** Orders in one answer to an admin: ten pages of them. */
export const ORDERS_BATCH_SIZE = 100;
/** The longest text by which orders are searched. */
export const ORDER_SEARCH_LENGTH = 200;
/** How long a decision that can be taken back waits: no naira leaves, no coins go back, and its customer is not told. */
export const DECISION_WAITS_SECONDS = 5;

/** A sign-in, and a proof of identity in a session, counts as fresh for this long. */
export const PROOF_MINUTES = 5;
/** `code` of the 403 to an administrator whose session has no fresh proof: the call may be repeated after one. */
export const PROOF_NEEDED = 'proof-needed';
/** `code` of the 403 to an administrator who has to set up a second factor before anything else. */
export const SECOND_FACTOR_NEEDED = 'second-factor-needed';
/** `code` of the 401 for a session that has ended: its sentence says why. */
export const SESSION_ENDED = 'session-ended';
/**
 * The header of a call that the user did not ask for, such as a page's own refresh: it does not keep a session active.
 */
export const BACKGROUND_HEADER = 'x-background';
/**
 * The header by which a browser names itself at sign-up and sign-in, the key under which it stores its secret, and its
 * form.
 */
export const DEVICE_HEADER = 'Kobogate-Device';
export const DEVICE_STORAGE_KEY = 'kobogate_device';
export const DEVICE_PATTERN = /^[\w-]{22,100}$/;

/** Who may say to us who a person is, by OpenID Connect. */
export const SIGN_IN_PROVIDERS = ['google', 'apple'] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];

/** What an `Idempotency-Key` looks like. */
export const IDEMPOTENCY_KEY = /^[\w.:-]{1,100}$/;

/** `text@text.text`, the specification's simple pattern. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** An optional plus, then at least 10 digits, spaces, hyphens or parentheses. */
export const PHONE_PATTERN = /^\+?[\d\s\-()]{10,}$/;
/** NUBAN: ten digits. */
export const ACCOUNT_NUMBER_PATTERN = /^\d{10}$/;

/**
 * Languages of the payer's page and of mails to payers, each by its BCP 47 tag: English, Nigerian Pidgin, Hausa,
 * Yoruba, Igbo.
 */
export const PAYER_LANGUAGES = ['en', 'pcm', 'ha', 'yo', 'ig'] as const;
export type PayerLanguage = (typeof PAYER_LANGUAGES)[number];

/**
 * The dated versions of the API that are answered, newest first: a date is added where something that programs rely on
 * changes its meaning or goes.
 */
export const API_VERSIONS = ['2026-11-25'] as const;
export const [API_VERSION] = API_VERSIONS;
/** On every answer of the API, and on a request of a program that names the version that it was written for. */
export const API_VERSION_HEADER = 'Kobogate-Version';

/** How often one API key may call within so many seconds, whatever it calls. */
export const API_KEY_CALLS = { most: 100, windowSeconds: 10 } as const;
/** The headers of each answer to a call with an API key, and what they say. */
export const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': 'How many calls the API key has within the window',
  'RateLimit-Remaining': 'How many of them are left now',
  'RateLimit-Reset': 'In how many seconds the oldest of those that were made no longer counts',
  'RateLimit-Policy': 'The limit and its window, such as `100;w=10`: 100 calls within any 10 seconds',
} as const;

/**
 * What a second step may be done with. `recovery` is one of the ten codes that are shown when two-factor is turned on.
 */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];
