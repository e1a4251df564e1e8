"""One question, one ranked answer: joins the brain and the session index."""
