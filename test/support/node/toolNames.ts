// The tools of the service that tests of the node name.
export const BEST = 'linkedin_to_best_personal_email_usa';
export const PROFILE = 'linkedin_to_business_profile';
export const REVERSE = 'reverse_email_lookup';
export const HEM = 'hem_to_business_profile';
export const WORK = 'linkedin_to_business_email';
export const ANY = 'linkedin_to_best_email';
export const PHONE = 'linkedin_to_mobile_phone';
export const TO_LINKEDIN = 'email_to_linkedin';
export const HEM_TO_LINKEDIN = 'hem_to_linkedin';
